/** The phone number is fictional: 555-01xx is reserved for that. */
export const SHOP = {
  phone: "902 555-0142",
  phoneLink: "tel:+19025550142",
  hours: "Monday to Friday, 9am to 5pm",
  place: "Canada based",
};
