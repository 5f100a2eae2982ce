// A potting bench in morning light.
import {
  INK,
  LEAF,
  PAPER,
  SOIL,
  WOOD,
  box,
  cut,
  fill,
  form,
  place,
  poly,
  rod,
  shadowed,
  stroke,
} from "../press.mjs";
import { seeds, sprig } from "../ground.mjs";
import { boards, farTree, plank, pot, ridge, sun } from "../scenery.mjs";
import * as can from "../tools/watering-can.mjs";
import * as trowel from "../tools/hand-trowel.mjs";
import * as twine from "../tools/jute-twine.mjs";
import * as pots from "../tools/terracotta-pots.mjs";

const view = { x: 560, y: 34, width: 500, height: 296 };

function outlook() {
  const clip = `<clipPath id="view"><path d="${box(view.x, view.y, view.width, view.height)}"/></clipPath>`;
  const inside =
    fill(box(view.x, view.y, view.width, view.height), "#fbeecb") +
    sun(700, 150, 46, "#f7d987") +
    ridge([250, 232, 214, 236, 206, 190, 216, 200], "#d5dfc2", { bottom: 340 }) +
    ridge([280, 268, 262, 250, 266, 246, 240, 262], LEAF.pale, { bottom: 340 }) +
    farTree(968, 268, 88, "#7fa578", LEAF.mid) +
    farTree(1030, 276, 62, "#8fb186", LEAF.mid) +
    farTree(594, 282, 52, "#8fb186", LEAF.mid) +
    ridge([306, 300, 304, 292, 298, 288, 300, 296], "#8bae7f", { bottom: 340 });
  const frame = (x, y, w, h) =>
    form(box(x, y, w, h, 2), PAPER, [fill(box(x, y + h - 5, w, 6), "#d9cbae")], { line: 2.6 });
  return (
    clip +
    `<g clip-path="url(#view)">${inside}</g>` +
    stroke(box(view.x, view.y, view.width, view.height), INK, 3.4) +
    frame(view.x - 16, view.y - 16, view.width + 32, 18) +
    frame(view.x - 16, view.y - 16, 18, view.height + 28) +
    frame(view.x + view.width - 2, view.y - 16, 18, view.height + 28) +
    frame(view.x + view.width / 3 - 5, view.y, 10, view.height) +
    frame(view.x + (view.width * 2) / 3 - 5, view.y, 10, view.height) +
    frame(view.x, view.y + 132, view.width, 10) +
    frame(view.x - 34, view.y + view.height - 2, view.width + 68, 22)
  );
}

const grainAcross = () =>
  Array.from({ length: 16 }, (_, i) =>
    cut(
      20 + i * 82,
      404 + ((i * 13) % 32),
      78 + i * 82,
      405 + ((i * 13) % 32),
      1.3,
      WOOD.shade,
      1.5,
    ),
  ).join("");

const herb = (height, tone, shade) =>
  sprig({ height, pairs: 5, size: 30, colour: tone, shade, bend: 6 });

// The lit panes, laid out on the bench.
const patches = [0, 1, 2].map((i) =>
  poly([486 + i * 158, 398], [630 + i * 158, 398], [566 + i * 164, 440], [410 + i * 164, 440]),
);

export const draw = () =>
  boards(0, 1280, 0, 420, {
    width: 80,
    tones: ["#f4ead3", "#f2e7ce", "#f6eedb"],
    seam: "#e2d3b2",
    seed: 5,
  }) +
  outlook() +
  // the shelf on the right
  rod("M1132 228V262L1160 228M1262 228V262L1290 228", 7, WOOD.shade, "", { line: 1.8 }) +
  plank(1104, 212, 200, 18, 4) +
  place(1150, 213, 0.86, 0, pot()) +
  place(1150, 147, 0.8, -8, herb(80, LEAF.mid, LEAF.deep)) +
  place(1232, 213, 1, 0, pot()) +
  place(1232, 137, 0.9, 6, herb(96, LEAF.pale, LEAF.mid)) +
  // the bench: top, edge, front
  boards(0, 1280, 462, 520, {
    width: 160,
    tones: ["#b8966a", "#b28f62"],
    seam: "#8f6d45",
    seed: 8,
  }) +
  fill(box(0, 462, 1280, 14), SOIL.deep, 0.25) +
  form(
    box(-6, 396, 1292, 46),
    "#dcc198",
    [patches.map((d) => fill(d, "#f4e4bf")).join(""), grainAcross()],
    { line: 3 },
  ) +
  plank(-6, 440, 1292, 26, 3) +
  shadowed(
    place(640, 420, 0.74, 0, pot()) +
      place(640, 364, 0.9, 0, herb(104, LEAF.mid, LEAF.deep)) +
      place(716, 414, 0.6, 0, pot()) +
      place(716, 370, 0.8, 8, herb(70, LEAF.pale, LEAF.mid)) +
      place(746, 306, 0.31, 0, twine.draw()) +
      place(836, 222, 0.5, 0, can.draw()) +
      place(1092, 226, 0.48, 0, pots.draw()),
    { dx: 9, dy: 4, opacity: 0.24 },
  ) +
  form(
    "M548 426C572 410 592 412 604 404C628 414 652 414 672 428Q610 436 548 426Z",
    SOIL.mid,
    [cut(580, 420, 622, 418, 1.8, SOIL.pale), cut(620, 426, 650, 425, 1.6, SOIL.deep)],
    { line: 2.6 },
  ) +
  // the trowel lies on the bench and is foreshortened with it
  shadowed(
    `<g transform="translate(470 426) scale(1 .6) rotate(-118) scale(.5) translate(-175 -225)">${trowel.draw()}</g>`,
    { dx: 6, dy: 3, opacity: 0.26 },
  ) +
  place(560, 434, 0.7, 0, seeds(5, 6, 60)) +
  place(1010, 432, 0.8, 0, seeds(9, 5, 60));
