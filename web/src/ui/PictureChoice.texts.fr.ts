import type { texts as english } from "./PictureChoice.texts.en.ts";

export const texts: typeof english = {
  pictures: "Images",
  picture: (number) => `Image ${number}`,
  pictureOf: (number, shows) => `Image ${number}\u00a0: ${shows}`,
};
