export const texts = {
  rowNumber: "No.",
};
