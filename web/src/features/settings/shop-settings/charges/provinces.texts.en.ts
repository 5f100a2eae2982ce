import { listed } from "../../../../listed.ts";
import { PROVINCES, type Province } from "../../../../provinces.ts";

const nameOf = (code: string) => PROVINCES[code as Province] ?? code;

/** Provinces inside of sentences, by their two letters. */
export const provinces = {
  to: (codes: string[]) => `to ${listed(codes.map(nameOf))}`,
  in: (codes: string[]) => `in ${listed(codes.map(nameOf))}`,
};
