import type { texts as english } from "./lightbox.texts.en.ts";

export const texts: typeof english = {
  place: (place, count) => `${place} sur ${count}`,
  fullSize: "Taille réelle",
  close: "Fermer",
  pictures: "Images",
  previous: "Image précédente",
  next: "Image suivante",
};
