export const texts = {
  portfolio: "My Portfolio",
  education: "Education",
  placeAndYears: (place: string, years: string) => `${place}, ${years}`,
  skills: "Skills",
  projects: "Projects",
};

/** The texts about the fictional gardener of gardener.ts. */
export const gardener = {
  diploma: {
    title: "Diploma in Horticulture",
    place: "Saltmarsh College of Gardening",
    years: "2011 – 2014",
  },
  certificate: {
    title: "Certificate in Arboriculture",
    place: "The Long Meadow School",
    years: "2016",
  },
  skills: {
    grafting: "Grafting and budding",
    walling: "Dry stone walling",
    soil: "Soil surveys",
    pruning: "Pruning of old fruit trees",
    hedges: "Hedge laying",
    web: "HTML, CSS and JavaScript",
    react: "React",
    node: "Node.js",
  },
  catalogue: {
    title: "A Catalogue of Honest Tools",
    text: "Every spade, fork and dibber drawn by hand, each with the smallest quantity that is worth its parcel.",
  },
  notes: {
    title: "Notes from the Potting Shed",
    text: "Five questions on the making of web pages, answered between two sowings.",
  },
  visitorsBook: {
    title: "The Visitors’ Book",
    text: "What people say about their tools after a season in the clay, with nothing left out.",
  },
};
