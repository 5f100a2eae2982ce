// A hole was dug, a label was set, and nothing was planted.
import {
  CLAY,
  INK,
  LEAF,
  SOIL,
  WOOD,
  box,
  cut,
  ellipse,
  fill,
  form,
  grain,
  hatch,
  place,
  shadowed,
  stroke,
} from "../press.mjs";
import { daisy, seedling } from "../ground.mjs";
import { turf } from "../scenery.mjs";
import * as spade from "../tools/digging-spade.mjs";

export const size = [640, 420];

const four = "M22 0L0 34H34M24 16V52";
const zero = "M16 0C4 0 0 12 0 26C0 40 4 52 16 52C28 52 32 40 32 26C32 12 28 0 16 0Z";
const figures = [
  [0, four],
  [46, zero],
  [90, four],
]
  .map(([x, d]) => `<g transform="translate(${x} 0)">${stroke(d, LEAF.deep, 8)}</g>`)
  .join("");

const label = () =>
  stroke("M0 0V120", INK, 17) +
  stroke("M0 0V120", WOOD.shade, 10) +
  stroke("M-2 0V112", WOOD.mid, 3) +
  form(box(-92, -92, 184, 100, 10), WOOD.pale, [
    fill(box(-92, -8, 184, 20), WOOD.mid),
    fill(box(78, -92, 20, 110), WOOD.mid),
    grain(-80, -86, 150, 90, { count: 7, seed: 3, weight: 1 }),
  ]) +
  place(-62, -68, 1, 0, figures);

const worm = () => {
  const d = "M0 34C-6 10 -2 -14 14 -24C30 -32 40 -18 32 -8";
  return (
    stroke(d, INK, 23) +
    stroke(d, CLAY.pale, 16) +
    `<g transform="translate(-3 -3)">${stroke(d, "#ecb493", 4)}</g>` +
    stroke("M-10 10Q-2 15 8 11M-8 -4Q0 2 9 -1M1 -16Q6 -8 14 -8", CLAY.mid, 2.6) +
    fill(ellipse(27, -20, 2.8, 3.4) + ellipse(35, -15, 2.6, 3.2), INK)
  );
};

export const draw = () =>
  fill(
    "M60 330C20 200 120 60 300 44C470 28 620 110 606 250C600 312 580 340 560 352H90Z",
    "#e4ecd8",
  ) +
  fill(
    "M110 320C90 220 190 110 320 104C440 98 540 160 536 250C534 300 516 330 500 340H130Z",
    "#f1f5e8",
  ) +
  form(
    "M22 338C80 318 180 312 320 312C460 312 570 318 620 340C600 392 470 408 320 408C170 408 44 392 22 338Z",
    LEAF.mid,
    [
      fill("M10 352Q320 430 640 348V420H10Z", LEAF.deep),
      turf(40, 600, 336, { count: 54, colour: LEAF.deep, height: 12, drop: 20, seed: 5 }),
    ],
    { line: 3.2 },
  ) +
  // spoil
  form("M392 344C410 300 444 282 478 284C520 286 560 312 580 350Q490 372 392 344Z", SOIL.mid, [
    fill("M470 280C520 300 540 330 520 372H600V280Z", SOIL.deep),
    cut(430, 312, 466, 300, 2, SOIL.pale),
    cut(420, 334, 460, 330, 2, SOIL.pale),
    cut(480, 320, 514, 326, 2, SOIL.pale),
    cut(500, 346, 540, 344, 2, SOIL.mid),
  ]) +
  // the hole
  form(ellipse(270, 352, 126, 34), SOIL.mid, [
    fill(ellipse(270, 362, 120, 34), SOIL.deep),
    fill(ellipse(276, 374, 104, 30), INK, 0.75),
    hatch(160, 346, 380, 346, { count: 16, length: 16, angle: 82, colour: SOIL.pale, weight: 1.4 }),
  ]) +
  `<clipPath id="brim"><path d="M100 200H420V354C400 386 330 386 270 386C210 386 140 376 140 354Z"/></clipPath><g clip-path="url(#brim)">${place(282, 356, 1, 0, worm())}</g>` +
  shadowed(place(150, 214, 1, -5, label()), { dx: 8, dy: 5, opacity: 0.18 }) +
  `<clipPath id="earth"><path d="M300 0H640V318H300Z"/></clipPath>` +
  `<g clip-path="url(#earth)"><g transform="translate(366 4) scale(.8) rotate(-4 175 225)">${spade.draw()}</g></g>` +
  form("M414 330C428 304 456 306 484 300C520 304 550 308 562 334Q490 352 414 330Z", SOIL.mid, [
    fill("M500 296C536 306 534 330 526 352H580V296Z", SOIL.deep),
    cut(440, 322, 472, 316, 1.8, SOIL.pale),
    cut(480, 334, 510, 332, 1.6, SOIL.pale),
  ]) +
  place(112, 384, 0.8, 0, stroke("M0 0V-26", LEAF.deep, 4), place(0, -30, 1, 0, daisy(18))) +
  place(420, 394, 0.8, 6, seedling());
