import { CLAY, LEAF, SOIL, box, cut, ellipse, fill, form, hatch, place } from "../press.mjs";
import { leaf, seedling, soil } from "../ground.mjs";

export const tint = "mist";

/** A pot whose rim centre is the origin; 150 wide, 176 high. */
const pot = (inside = "") =>
  form("M-62 20H62L46 156Q44 166 34 168Q0 176 -34 168Q-44 166 -46 156Z", CLAY.mid, [
    fill("M-70 20H-34L-26 180H-70Z", CLAY.pale),
    fill("M28 20H70V180H22Z", CLAY.deep),
    fill("M-70 30Q0 50 70 30V20H-70Z", CLAY.deep, 0.8),
    cut(-14, 60, -12, 150, 2, CLAY.pale),
    cut(8, 56, 6, 130, 1.6, CLAY.deep),
    hatch(46, 60, 38, 156, { count: 7, length: 16, angle: 6, colour: SOIL.deep, weight: 1.2 }),
  ]) +
  form("M-74 0V22Q-74 30 -66 32Q0 46 66 32Q74 30 74 22V0Z", CLAY.mid, [
    fill(box(-80, -4, 34, 60), CLAY.pale),
    fill(box(36, -4, 50, 60), CLAY.deep),
  ]) +
  form(ellipse(0, 0, 74, 17), CLAY.pale) +
  form(ellipse(0, 1, 62, 12.5), SOIL.deep, [inside]);

export const accent = () => soil(398, { seed: 3, depth: 30, left: 18, right: 332 });

export const draw = () =>
  [
    place(236, 112, 0.86, 0, pot()),
    place(237, 150, 0.9, 0, pot()),
    place(238, 192, 0.96, 0, pot()),
    place(238, 236, 1.02, 0, pot()),
    place(112, 244, 0.74, 0, seedling(2.1)),
    place(112, 244, 1.06, 0, pot(fill(ellipse(0, 6, 60, 12), SOIL.mid))),
    form("M108 246C110 216 104 186 108 152H116C112 186 118 216 116 246Z", LEAF.mid, [], {
      line: 2.6,
    }),
    place(112, 206, 1, -32, leaf(76, 24, LEAF.mid, LEAF.deep)),
    place(112, 200, 1, 214, leaf(76, 24, LEAF.pale, LEAF.mid)),
    place(112, 168, 1, -56, leaf(60, 18, LEAF.pale, LEAF.mid)),
    place(112, 164, 1, 232, leaf(62, 18, LEAF.mid, LEAF.deep)),
    place(112, 152, 1, -94, leaf(48, 12, LEAF.mid, LEAF.deep)),
  ].join("");
