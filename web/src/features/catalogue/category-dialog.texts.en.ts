export const texts = {
  edit: "Edit category",
  add: "Add category",
  name: "Name",
  frenchName: "Name in French",
  frenchHint: "Without it, French pages show the other name.",
  nameRequired: "Name is required",
  partOf: "Part of",
  noOther: "No other category",
  save: "Save",
  saved: (name: string) => `Category ${name} is saved`,
};
