import type { texts as english } from "./blogs.texts.en.ts";

export const texts: typeof english = {
  title: "Blogue",
  introduction:
    "Cinq questions sur les outils avec lesquels cette boutique est elle-même construite.",
  number: (place) => `Nº\u00a00${place}`,
  exampleOf: (question) => `Exemple\u00a0: ${question}`,

  loading: "Chargement des articles",
  noPosts: "Aucun article pour le moment",
  nothingWritten: "Nous n’avons encore rien écrit.",
  posts: "Articles de la boutique",
  fromTheShop: "De la boutique",
};
