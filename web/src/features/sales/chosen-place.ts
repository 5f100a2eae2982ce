/** The name in the tab of the place and the delivery that the customer chose in the basket. The checkout begins with it. */
export const CHOSEN_PLACE = "basket place";
