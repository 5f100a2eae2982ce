import { STEEL, box, fill, form, n, place, rod } from "../press.mjs";
import { ferrule, shaft } from "../parts.mjs";
import { seedling, soil } from "../ground.mjs";

export const tint = "sun";

const tine = (x) =>
  form(
    `M${x - 8} 300H${x + 8}L${x + 7} 376Q${x + 5} 400 ${x} 412Q${x - 5} 400 ${x - 7} 376Z`,
    STEEL.mid,
    [fill(box(x - 10, 296, 7, 130), STEEL.pale), fill(box(x + 1, 296, 10, 130), STEEL.deep)],
  );

const upright = (x, lean) =>
  `<g transform="rotate(${lean} ${x} 280)">${shaft(x, 22, 262, 22, x)}${ferrule(x, 232, 290, 27, 24)}</g>`;

export const accent = () => soil(384, { seed: 15, depth: 30, left: 16, right: 334 });

export const front = () =>
  soil(400, { seed: 19, depth: 34, left: 10, right: 340 }) +
  place(40, 406, 0.9, 0, seedling()) +
  place(314, 408, 0.8, 0, seedling());

export const draw = () =>
  [
    ...[82, 128.5, 175, 221.5, 268].map((x) => tine(Number(n(x)))),
    upright(84, 0),
    upright(266, 0),
    rod("M84 250C120 262 230 262 266 250", 8, STEEL.deep, STEEL.mid),
    form(
      "M52 284Q52 276 60 276H290Q298 276 298 284V302Q298 310 290 310H60Q52 310 52 302Z",
      STEEL.mid,
      [fill(box(46, 274, 260, 11), STEEL.pale), fill(box(46, 298, 260, 14), STEEL.deep)],
    ),
  ].join("");
