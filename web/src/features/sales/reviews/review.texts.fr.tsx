import { formatCount, plural } from "../../../money.ts";
import type { texts as english } from "./review.texts.en.tsx";

const characters = (count: number) => plural(count, "caractère", "caractères");

export const texts: typeof english = {
  charactersLeft: (count) => `Il reste ${characters(count)}`,
  charactersTooMany: (count, most) => `${characters(count)} de trop sur ${formatCount(most)}`,
  empty: "Choisissez des étoiles, ou écrivez quelques mots",
  tooLong: (most) => `Un avis peut avoir au plus ${characters(most)}`,
  reviewBy: (name) => <>l’avis de {name}</>,
  deleted: "L’avis a été supprimé",
};
