import callingCodes from "virtual:countries";
import { language } from "../../../language.en.ts";
import { texts } from "./countries.texts.en.ts";

/** A country and its calling code. Countries that share +1 have an area code, which is part of the number. */
interface Country {
  name: string;
  code: string;
}

const all: Country[] = callingCodes.map(([name, code]) => ({ name, code }));

export const COMMON_COUNTRIES = texts.first.flatMap((first) =>
  all.filter(({ name }) => name === first),
);

export const OTHER_COUNTRIES = all
  .filter(({ name }) => !texts.first.includes(name))
  .sort((a, b) => a.name.localeCompare(b.name, language.code));
