import { provinceNames } from "./province-names.en.ts";

/** The names of the provinces by their two letters. */
export const PROVINCES = provinceNames;

export type Province = keyof typeof PROVINCES;

export const PROVINCE_CODES = Object.keys(PROVINCES) as Province[];
