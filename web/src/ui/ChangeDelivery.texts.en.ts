export const texts = {
  changeAddress: "Change address",
  changeAddressOf: (order: string) => `Change address: ${order}`,
  addAddress: "Add an address",
  addAddressOf: (order: string) => `Add an address: ${order}`,
  title: "Where shall we send it?",
  saved: "The address is saved",
  address: "Address",
  phone: "Phone",
  save: "Save",
};
