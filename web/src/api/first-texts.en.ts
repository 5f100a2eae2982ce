/** What replaces the texts of shop-defaults.json in another language. English ones stand there. */
export const firstTexts = {};
