export const texts = {
  emailRequired: "Email is required",
  emailInvalid: "Provide a valid email",
  passwordRequired: "password is required",
  passwordTooShort: (characters: number) => `Password must be ${characters} characters or longer`,
  nameRequired: "Name is required",
  nameTooLong: (characters: number) => `Please use at most ${characters} characters`,
  codeRequired: "Code is required",
  codeInvalid: "A code has six digits",
};
