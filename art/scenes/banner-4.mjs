// Autumn: a sugar maple, its leaves, and the rake that is waiting for them.
import {
  CLAY,
  SOIL,
  SUN,
  box,
  circle,
  cut,
  ellipse,
  fill,
  form,
  noise,
  place,
  shadowed,
} from "../press.mjs";
import { mapleLeaf } from "../ground.mjs";
import { birds, fallingLeaves, farTree, picketFence, ridge, spruce, turf } from "../scenery.mjs";
import * as rake from "../tools/leaf-rake.mjs";
import * as trug from "../tools/garden-trug.mjs";

const tones = [
  [CLAY.mid, CLAY.deep],
  [CLAY.pale, CLAY.mid],
  [SUN.mid, SUN.deep],
];

const crown = [
  [1180, 30, 160],
  [1060, 10, 126],
  [1280, 130, 130],
  [972, -24, 96],
  [1110, 104, 104],
  [1222, 176, 92],
];

/** Every leaf lies on a jittered grid, so that there are neither holes nor clumps. */
function scatter(x1, y1, x2, y2, pitch, seed, inside, size) {
  const random = noise(seed);
  let out = "";
  for (let y = y1; y < y2; y += pitch) {
    for (let x = x1; x < x2; x += pitch) {
      const [px, py] = [x + (random() - 0.5) * pitch * 0.9, y + (random() - 0.5) * pitch * 0.9];
      const [scale, angle, tone] = [
        size * (0.8 + random() * 0.5),
        random() * 360,
        tones[Math.floor(random() * 3)],
      ];
      if (inside(px, py))
        out += place(px, py, scale.toFixed(2), Math.round(angle), mapleLeaf(...tone));
    }
  }
  return out;
}

function foliage() {
  const within = (reach) => (x, y) =>
    crown.some(([cx, cy, r]) => Math.hypot(x - cx, y - cy) < r * reach);
  const masses =
    crown.map(([x, y, r]) => fill(circle(x, y, r), CLAY.mid)).join("") +
    crown.map(([x, y, r]) => fill(circle(x - r * 0.16, y - r * 0.2, r * 0.8), "#c9693f")).join("") +
    crown.map(([x, y, r]) => fill(circle(x - r * 0.26, y - r * 0.34, r * 0.5), CLAY.pale)).join("");
  return masses + scatter(880, 0, 1290, 280, 46, 31, within(1.06), 0.4);
}

function pile(x, y, width, height, seed) {
  const heap = `M${x - width} ${y}C${x - width * 0.7} ${y - height * 0.3} ${x - width * 0.45} ${y - height} ${x} ${y - height}C${x + width * 0.45} ${y - height} ${x + width * 0.7} ${y - height * 0.3} ${x + width} ${y}Q${x} ${y + 16} ${x - width} ${y}Z`;
  const inside = (px, py) =>
    py < y + 6 &&
    py > y - height * (1 - Math.abs((px - x) / width) ** 1.6) - 4 &&
    Math.abs(px - x) < width;
  return (
    form(
      heap,
      CLAY.deep,
      [fill(ellipse(x - width * 0.2, y - height * 0.5, width * 0.6, height * 0.5), CLAY.mid)],
      { line: 0 },
    ) + scatter(x - width, y - height, x + width, y + 10, 22, seed, inside, 0.4)
  );
}

export const draw = () =>
  fill(box(0, 0, 1280, 520), "#faecd2") +
  birds(520, 96) +
  ridge([250, 226, 238, 214, 190, 206, 178, 196, 190], "#f0d9b4") +
  [
    [640, 262, 62],
    [700, 258, 84],
    [756, 254, 70],
    [820, 252, 92],
  ]
    .map(([x, y, s], i) =>
      farTree(x, y, s, ["#e6b878", "#dd9f6c", "#e8c67f", "#d98b62"][i], "#c77c4d"),
    )
    .join("") +
  [
    [868, 252, 96],
    [900, 254, 76],
    [590, 264, 70],
  ]
    .map(([x, y, h]) => spruce(x, y, h, "#8fa27a", "#7b9069"))
    .join("") +
  ridge([296, 286, 290, 268, 262, 254, 250, 252, 250], "#e3cf9f") +
  picketFence(500, 1290, 300, { colour: "#fbf4e4", ink: "#b39a72" }) +
  ridge([356, 348, 340, 326, 312, 304, 300, 298, 298], "#c8c48a") +
  turf(0, 1280, 350, { count: 90, colour: "#a9a868", drop: 180, seed: 4 }) +
  form(
    "M1136 452C1152 380 1150 300 1140 220L1080 96L1100 86L1152 164L1150 60H1176L1182 176L1240 84L1258 96L1204 226C1200 310 1204 384 1228 452Q1180 474 1136 452Z",
    SOIL.mid,
    [
      fill("M1186 60H1280V480H1196C1190 380 1180 260 1186 60Z", SOIL.deep),
      cut(1160, 250, 1166, 420, 3, SOIL.deep),
      cut(1176, 300, 1180, 440, 3, SOIL.deep),
      cut(1152, 380, 1154, 440, 2, SOIL.pale),
    ],
  ) +
  foliage() +
  ridge([420, 414, 410, 404, 404, 410, 420, 430, 436], "#b8b877") +
  turf(0, 1280, 420, { count: 110, colour: "#8f9455", drop: 96, height: 16, seed: 9 }) +
  shadowed(pile(826, 440, 190, 116, 5), { dx: 12, dy: 5 }) +
  shadowed(`<g transform="translate(694 62) rotate(-30 120 160) scale(.86)">${rake.draw()}</g>`, {
    dx: 9,
    dy: 4,
  }) +
  pile(868, 452, 120, 52, 17) +
  scatter(1090, 434, 1270, 476, 34, 8, () => true, 0.44) +
  shadowed(place(990, 318, 0.46, 0, trug.draw()), { dx: 9, dy: 4 }) +
  fallingLeaves([
    [566, 170, 0.5, 20],
    [640, 330, 0.42, -40],
    [720, 110, 0.42, 70],
    [936, 250, 0.5, -15],
    [880, 150, 0.4, 130],
    [612, 470, 0.62, 12],
    [520, 430, 0.44, 160],
    [700, 486, 0.5, -50],
    [960, 490, 0.66, 30],
    [1080, 480, 0.5, -70],
    [1210, 494, 0.66, 15],
    [440, 486, 0.4, 40],
    [790, 496, 0.5, 100],
  ]);
