import callingCodes from "virtual:countries";

/** A country and its calling code. Countries that share +1 have an area code, which is part of the number. */
interface Country {
  name: string;
  code: string;
}

const FIRST = ["Canada", "United States"];

const all: Country[] = callingCodes.map(([name, code]) => ({ name, code }));

export const COMMON_COUNTRIES = FIRST.flatMap((first) => all.filter(({ name }) => name === first));

export const OTHER_COUNTRIES = all
  .filter(({ name }) => !FIRST.includes(name))
  .sort((a, b) => a.name.localeCompare(b.name, "en"));
