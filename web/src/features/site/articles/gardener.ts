import { paths } from "../../../pages.ts";

interface Project {
  title: string;
  text: string;
  /** A page of this shop, so that the link works. */
  link: string;
}

/** A fictional gardener. The domain of the e-mail is reserved for examples. */
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
      title: "A Catalogue of Honest Tools",
      text: "Every spade, fork and dibber drawn by hand, each with the smallest quantity that is worth its parcel.",
      link: paths.tools,
    },
    {
      title: "Notes from the Potting Shed",
      text: "Five questions on the making of web pages, answered between two sowings.",
      link: paths.blogs,
    },
    {
      title: "The Visitors’ Book",
      text: "What people say about their tools after a season in the clay, with nothing left out.",
      link: paths.reviews,
    },
  ] satisfies Project[],
};
