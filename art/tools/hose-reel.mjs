import {
  LEAF,
  STEEL,
  SUN,
  WOOD,
  box,
  circle,
  cut,
  fill,
  form,
  place,
  rod,
  stroke,
} from "../press.mjs";
import { grass } from "../ground.mjs";

export const tint = "mist";

const coil = (r) =>
  stroke(circle(170, 190, r), LEAF.deep, 12) + stroke(circle(168, 188, r), LEAF.mid, 6.5);

export const accent = () => place(26, 430, 1, 0, grass(300, { blades: 26, height: 24, seed: 5 }));

export const draw = () =>
  [
    rod("M128 206L66 414", 13, STEEL.dark, STEEL.deep),
    rod("M252 190L300 400", 13, STEEL.dark, STEEL.deep),
    form(circle(184, 186, 128), STEEL.dark, [fill(circle(176, 180, 124), STEEL.deep)]),
    form(circle(170, 190, 122), LEAF.deep, [
      coil(112),
      coil(96),
      coil(80),
      coil(64),
      fill("M170 190L300 150V330Z", LEAF.deep, 0.35),
    ]),
    form(circle(170, 190, 58), STEEL.mid, [
      fill("M170 190L100 250V100H200Z", STEEL.pale),
      cut(130, 210, 200, 150, 3, STEEL.mid),
      fill("M170 190L240 170V260H160Z", STEEL.deep),
    ]),
    rod("M170 190L84 400", 14, STEEL.mid, STEEL.pale),
    rod("M170 190L258 400", 14, STEEL.mid, STEEL.pale),
    rod("M60 406H284", 14, STEEL.mid, STEEL.pale),
    rod("M170 190L208 128", 11, STEEL.deep, STEEL.mid),
    form(box(194, 84, 26, 50, 10), WOOD.mid, [
      fill(box(194, 84, 8, 50), WOOD.pale),
      fill(box(210, 84, 12, 50), WOOD.shade),
    ]),
    form(circle(170, 190, 17), STEEL.pale, [fill(circle(174, 194, 14), STEEL.mid)]),
    rod("M278 236C318 286 296 330 316 356", 12, LEAF.mid, LEAF.pale),
    form("M304 350L328 346L334 390L320 404L306 392Z", SUN.mid, [
      fill(box(300, 340, 12, 70), SUN.pale),
      fill(box(322, 340, 16, 70), SUN.deep),
      fill(box(300, 362, 40, 6), SUN.deep),
    ]),
  ].join("");
