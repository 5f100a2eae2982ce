/** The portfolio of a gardener who does not exist; the addresses are reserved for examples. */
export const GARDENER = {
  name: "Wilhelmina Fernsby",
  email: "wilhelmina.fernsby@example.com",
  education: [
    {
      title: "Diploma in Horticulture",
      place: "Saltmarsh College of Gardening",
      years: "2011 – 2014",
    },
    { title: "Certificate in Arboriculture", place: "The Long Meadow School", years: "2016" },
  ],
  skills: [
    "Grafting and budding",
    "Dry stone walling",
    "Soil surveys",
    "Pruning of old fruit trees",
    "Hedge laying",
    "HTML, CSS and JavaScript",
    "React",
    "Node.js",
  ],
  projects: [
    {
      title: "The Walled Garden at Hollow Farm",
      text: "Two acres of vegetables brought back from thirty years of bramble.",
      link: "https://example.com/walled-garden",
    },
    {
      title: "A Seed Library for Pine Street",
      text: "Four hundred varieties on loan, with a catalogue the neighbours keep themselves.",
      link: "https://example.org/seed-library",
    },
    {
      title: "Frost Diary",
      text: "First and last frosts of eleven valleys, charted by the people who scrape the windscreens.",
      link: "https://example.net/frost-diary",
    },
  ],
};
