/** The five drawn banners, in the order they are shown. The pictures are made from web/drawings. */
export const BANNERS = [
  {
    scene: "spring-beds",
    title: "The beds are waking",
    text: "Spades, forks and riddles for the first warm weekend.",
    alt: "Freshly dug vegetable beds in spring with a spade standing in the soil",
  },
  {
    scene: "potting-shed",
    title: "A shed in good order",
    text: "Hand tools that hang on one nail for thirty years.",
    alt: "A potting shed wall with trowels, secateurs and twine on their hooks",
  },
  {
    scene: "watering",
    title: "Water where it is wanted",
    text: "Cans, hose reels and sprayers with brass where it counts.",
    alt: "A watering can pouring over rows of young plants",
  },
  {
    scene: "orchard",
    title: "Clean cuts, quick healing",
    text: "Secateurs, loppers and saws with blades one can replace.",
    alt: "A ladder leaning on an apple tree with a pruning saw",
  },
  {
    scene: "autumn-yard",
    title: "Before the first snow",
    text: "Rakes, barrows and composters for the great tidying.",
    alt: "A wheelbarrow full of autumn leaves beside a fence",
  },
] as const;
