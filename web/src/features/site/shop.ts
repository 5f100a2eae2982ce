/** What the shop says about itself. A fictional number: 555-01xx is kept free for that. */
export const SHOP = {
  phone: "555-0142",
  phoneLink: "tel:+15550142",
  hours: "Monday to Friday, 9am to 5pm",
  place: "Canada based",
};
