export const texts = {
  label: "Time zone",
  canada: "Canada",
  all: "All",
};
