import { INK, LEAF, SOIL, WOOD, box, cut, fill, form, place } from "../press.mjs";
import { grass, leaf, mapleLeaf, seedling } from "../ground.mjs";

export const tint = "cream";

const slat = (y, seed) =>
  form(box(64, y, 222, 36, 3), WOOD.mid, [
    fill(box(60, y, 230, 9), WOOD.pale),
    fill(box(60, y + 27, 230, 10), WOOD.shade),
    cut(84 + seed * 7, y + 16, 150 + seed * 9, y + 17, 1.4, WOOD.deep, 2),
    cut(176 - seed * 3, y + 22, 250 - seed * 4, y + 21, 1.4, WOOD.deep, -2),
  ]);

const post = (x) =>
  form(box(x, 142, 30, 270, 4), WOOD.shade, [
    fill(box(x, 142, 10, 270), WOOD.mid),
    cut(x + 18, 160, x + 17, 260, 1.4, WOOD.deep),
    cut(x + 21, 280, x + 20, 390, 1.4, WOOD.deep),
  ]);

const heap = "M66 186C74 140 112 146 126 116C146 78 204 76 222 112C244 128 276 136 284 186Z";

export const accent = () => place(14, 430, 1, 0, grass(322, { blades: 26, height: 26, seed: 14 }));

export const draw = () =>
  [
    form("M62 166L88 138H262L288 166Z", WOOD.shade, [fill("M92 144H258L262 166H88Z", INK, 0.75)]),
    form(heap, SOIL.mid, [
      fill("M60 190C110 150 140 168 175 140C210 160 240 152 290 190Z", SOIL.deep),
      cut(120, 142, 150, 128, 2, SOIL.pale),
      cut(160, 104, 190, 100, 2, SOIL.pale),
      cut(206, 140, 240, 142, 2, SOIL.pale),
    ]),
    place(118, 146, 1, 200, leaf(50, 15, LEAF.mid, LEAF.deep)),
    place(190, 152, 1, -24, leaf(56, 16, LEAF.pale, LEAF.mid)),
    place(166, 94, 0.9, -6, seedling()),
    place(226, 120, 0.6, 24, mapleLeaf()),
    place(140, 118, 0.5, -40, mapleLeaf("#e3b23c", "#b98424")),
    place(172, 134, 1, 168, leaf(34, 10, "#d98b62", "#b5532f")),
    fill(box(70, 170, 210, 236), SOIL.deep),
    ...[166, 208, 250, 292, 334, 374].map((y, i) => slat(y, i)),
    post(46),
    post(274),
  ].join("");
