import { rowsOf } from "../../../api/shop.ts";
import { texts } from "./texts.en.ts";

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
  { scene: "banner-1", ...texts.drawnBanners.pottingBench },
  { scene: "banner-2", ...texts.drawnBanners.beds },
  { scene: "banner-3", ...texts.drawnBanners.greenhouse },
  { scene: "banner-4", ...texts.drawnBanners.autumn },
  { scene: "banner-5", ...texts.drawnBanners.shed },
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
