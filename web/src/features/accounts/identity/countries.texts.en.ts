export const texts = {
  /** The countries that come first, as the list of all countries names them. */
  first: ["Canada", "United States"],
};
