export const texts = {
  paidBy: "Paid by",
  receivedOn: "Received on",
  reference: "Reference",
  referenceHint: "The number of the cheque or transfer, if you like. Only the shop sees it.",
};
