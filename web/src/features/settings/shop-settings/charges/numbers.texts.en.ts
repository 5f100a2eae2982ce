/** Why a typed number is wrong. */
export const texts = {
  amount: "Enter an amount, like 15.00",
  kilograms: "Enter kilograms, like 2.5",
  percent: "Enter a percentage, like 9.975",
  days: "Enter whole days",
};
