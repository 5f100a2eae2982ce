import type { texts as english, gardener as englishGardener } from "./portfolio.texts.en.ts";

export const texts: typeof english = {
  portfolio: "Mon portfolio",
  education: "Formation",
  placeAndYears: (place, years) => `${place}, ${years}`,
  skills: "Compétences",
  projects: "Projets",
};

export const gardener: typeof englishGardener = {
  diploma: {
    title: "Diplôme en horticulture",
    place: "Collège de jardinage de Saltmarsh",
    years: "2011 – 2014",
  },
  certificate: {
    title: "Certificat en arboriculture",
    place: "École de Long Meadow",
    years: "2016",
  },
  skills: {
    grafting: "Greffe et écussonnage",
    walling: "Murs en pierre sèche",
    soil: "Analyse des sols",
    pruning: "Taille de vieux arbres fruitiers",
    hedges: "Plessage de haies",
    web: "HTML, CSS et JavaScript",
    react: "React",
    node: "Node.js",
  },
  catalogue: {
    title: "Un catalogue d’outils honnêtes",
    text: "Bêches, fourches et plantoirs dessinés à la main, chacun avec la plus petite quantité qui vaut son colis.",
  },
  notes: {
    title: "Notes de l’abri de jardin",
    text: "Cinq questions sur la création de pages Web, auxquelles on répond entre deux semis.",
  },
  visitorsBook: {
    title: "Le livre d’or",
    text: "Ce que les gens disent de leurs outils après une saison dans l’argile, sans rien omettre.",
  },
};
