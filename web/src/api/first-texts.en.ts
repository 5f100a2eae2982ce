/** The texts of the demo that replace those of shop-defaults.json. English ones stand there. */
export const firstTexts = {};
