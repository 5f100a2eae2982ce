let origin = typeof window === "undefined" ? "" : window.location.origin;

/** The beginning of the shop's addresses. */
export const shopOrigin = () => origin;

/** Sets the origin on the server, which has no location. */
export const setShopOrigin = (address: string) => {
  origin = address;
};
