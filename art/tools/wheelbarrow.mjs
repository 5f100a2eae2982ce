import { INK, LEAF, SOIL, STEEL, WOOD, circle, cut, fill, form, n, place, rod } from "../press.mjs";
import { grass, mapleLeaf, seedling } from "../ground.mjs";

export const tint = "sun";

const tray =
  "M44 178L270 168Q278 168 276 176L234 290Q230 300 220 300H112Q102 300 98 292L40 188Q38 180 44 178Z";
const heap = "M56 184C76 150 110 158 124 140C150 116 190 126 204 142C232 140 248 156 262 176Z";

const spokes = () => {
  let out = "";
  for (let i = 0; i < 8; i += 1) {
    const a = (Math.PI * i) / 4 + 0.2;
    out += cut(
      74 + Math.cos(a) * 8,
      356 + Math.sin(a) * 8,
      74 + Math.cos(a) * 34,
      356 + Math.sin(a) * 34,
      3,
      STEEL.pale,
    );
  }
  return out;
};

export const accent = () => place(20, 412, 1, 0, grass(310, { blades: 24, height: 22, seed: 12 }));

export const draw = () =>
  place(
    10,
    0,
    0.96,
    0,
    rod("M226 292L252 402", 11, STEEL.deep, STEEL.mid),
    rod("M210 292L222 404", 11, STEEL.mid, STEEL.pale),
    rod("M204 404H264", 10, STEEL.mid, STEEL.pale),
    form(heap, SOIL.mid, [
      fill("M60 190C120 150 200 160 270 190Z", SOIL.deep),
      cut(110, 160, 140, 150, 2, SOIL.pale),
      cut(160, 142, 190, 146, 2, SOIL.pale),
      cut(206, 162, 234, 166, 2, SOIL.pale),
      cut(84, 174, 104, 168, 2, SOIL.pale),
    ]),
    place(150, 132, 0.9, -4, seedling()),
    place(206, 146, 0.72, 8, seedling()),
    place(104, 150, 0.46, -24, mapleLeaf()),
    form(tray, LEAF.mid, [
      fill("M30 170L100 176C112 220 116 270 122 310H90Z", LEAF.pale),
      fill("M210 160H290V310H196C212 260 216 210 210 160Z", LEAF.deep),
      fill(`M36 ${n(176)}L280 164V178L44 192Z`, LEAF.deep),
      cut(140, 200, 150, 288, 2.4, LEAF.pale),
      cut(190, 200, 184, 288, 2.4, LEAF.deep),
      cut(68, 204, 108, 282, 2, LEAF.mid),
    ]),
    rod("M74 356L128 300L236 262", 11, STEEL.mid, STEEL.pale),
    form("M196 268L330 214Q340 210 343 218Q346 226 337 231L204 288Z", WOOD.mid, [
      fill("M190 266L340 206L344 216L196 276Z", WOOD.pale),
      cut(226, 270, 276, 250, 1.4, WOOD.deep),
      cut(268, 250, 310, 232, 1.2, WOOD.deep),
    ]),
    form("M296 230L332 214Q342 211 344 219Q346 227 338 231L302 247Z", LEAF.deep, [
      cut(304, 232, 336, 219, 2.4, LEAF.pale),
    ]),
    form(circle(74, 356, 50), INK, [fill(circle(74, 356, 42), STEEL.dark)]),
    form(circle(74, 356, 34), STEEL.mid, [
      fill("M74 356L30 330V300H110Z", STEEL.pale),
      fill("M74 356L120 380V410H50Z", STEEL.deep),
      spokes(),
    ]),
    form(circle(74, 356, 10), STEEL.pale),
  );
