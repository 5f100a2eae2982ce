export const texts = {
  invalid: "Enter a whole number",
  tooFew: "Ordered Quantity is less than minimum quantity",
  tooMany: "Ordered Quantity is more than available quantity in stock",
};
