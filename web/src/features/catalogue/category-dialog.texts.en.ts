export const texts = {
  edit: "Edit category",
  add: "Add category",
  name: "Name",
  nameRequired: "Name is required",
  partOf: "Part of",
  noOther: "No other category",
  save: "Save",
  saved: (name: string) => `Category ${name} is saved`,
};
