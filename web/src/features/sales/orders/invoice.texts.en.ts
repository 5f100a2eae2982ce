export const texts = {
  title: "Invoice",
  soldTo: "Sold to",
  shipTo: "Ship to",
};
