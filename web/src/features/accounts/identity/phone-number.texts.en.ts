export const texts = {
  required: "Phone number is required",
  invalid: "Provide a valid phone number",
};
