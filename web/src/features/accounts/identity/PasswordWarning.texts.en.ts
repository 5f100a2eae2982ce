export const texts = {
  canChange: "You can change it at any time.",
};
