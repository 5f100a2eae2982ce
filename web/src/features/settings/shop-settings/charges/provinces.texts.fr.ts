import { listed } from "../../../../listed.ts";
import type { Province } from "../../../../provinces.ts";
import type { provinces as english } from "./provinces.texts.en.ts";

/** Each with its preposition, which says both where and where to. */
const PLACES: Record<Province, string> = {
  AB: "en Alberta",
  BC: "en Colombie-Britannique",
  MB: "au Manitoba",
  NB: "au Nouveau-Brunswick",
  NL: "à Terre-Neuve-et-Labrador",
  NS: "en Nouvelle-Écosse",
  NT: "dans les Territoires du Nord-Ouest",
  NU: "au Nunavut",
  ON: "en Ontario",
  PE: "à l’Île-du-Prince-Édouard",
  QC: "au Québec",
  SK: "en Saskatchewan",
  YT: "au Yukon",
};

const placeOf = (code: string) => PLACES[code as Province] ?? `à ${code}`;

const placesOf = (codes: string[]) => listed(codes.map(placeOf));

export const provinces: typeof english = {
  to: placesOf,
  in: placesOf,
};
