export const texts = {
  pictures: "Pictures",
  picture: (number: number) => `Picture ${number}`,
  pictureOf: (number: number, shows: string) => `Picture ${number}: ${shows}`,
};
