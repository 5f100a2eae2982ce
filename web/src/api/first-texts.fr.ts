import french from "./shop-defaults.fr.json";

export const firstTexts = french;
