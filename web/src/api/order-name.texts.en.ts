import { counted } from "../words.en.ts";

export const texts = {
  title: (tool: string, pieces: number, date: string) =>
    `${tool}, ${counted.pieces(pieces)}, ${date}`,
  name: (title: string, number: number) => `${title}, number ${number}`,
};
