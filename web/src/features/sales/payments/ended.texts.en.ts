/** A purchase that ended unpaid. */
export const texts = {
  expired: "Your reservation has ended",
  deleted: "This order was deleted",
  notCharged: "You were not charged.",
  putBack: "Put the tools back into the basket",
  allAreBack: "All tools are in your basket again.",
  notAsBefore: "These could not be put back as they were:",
};
