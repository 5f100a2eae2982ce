import { rowsOf } from "../../../api/shop.ts";

export interface Banner {
  title: string;
  text: string;
  alt: string;
  /** A drawn picture … */
  scene?: string;
  /** … or the path of an uploaded one. */
  picture?: string;
  /** The banner links to one of the latest tools if this is absent. */
  link?: string;
}

/**
 * The five drawn banners, in the order they are shown. The pictures are made from art/. The texts name no tool, because
 * each banner links to one of the shop's latest tools.
 */
const DRAWN: Banner[] = [
  {
    scene: "banner-1",
    title: "Morning at the potting bench",
    text: "For everything that starts small.",
    alt: "A potting bench in morning light with a watering can, a trowel, twine and terracotta pots",
  },
  {
    scene: "banner-2",
    title: "The beds are filling",
    text: "Ready for the first warm weekend.",
    alt: "Raised beds in early summer and a wheelbarrow standing on the path between them",
  },
  {
    scene: "banner-3",
    title: "Glass, water, patience",
    text: "For tomatoes that cannot wait.",
    alt: "A greenhouse with its door open, tomato plants inside and pots beside it",
  },
  {
    scene: "banner-4",
    title: "Before the first snow",
    text: "For the great tidying of the year.",
    alt: "A sugar maple dropping its leaves, with a rake waiting beside it",
  },
  {
    scene: "banner-5",
    title: "Everything back on its peg",
    text: "Tools that hang on one nail for thirty years.",
    alt: "A wooden wall with spade, fork, rake, shears and secateurs hanging on pegs",
  },
];

/** The owner's banners. Without any, the demo has the drawn ones. */
export function bannersOf(slides: string, isDemo: boolean): Banner[] {
  const own = rowsOf(slides).map(([title = "", text = "", link = "", picture = ""]) => ({
    title,
    text,
    link,
    picture,
    alt: "",
  }));
  return own.length === 0 && isDemo ? DRAWN : own;
}
