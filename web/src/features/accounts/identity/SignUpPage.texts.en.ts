export const texts = {
  title: "Sign Up",
  haveAccount: "Already have an account? Please login",
  name: "Name",
  email: "E-mail",
  password: "Password",
  atLeast: (characters: number) => `At least ${characters} characters`,
  signUp: "Sign Up",
  logInWithEmail: "Log in with this e-mail",
};
