// What stands behind the tools in a scene. Far things have no ink: their contour is a deeper tint of themselves.

import {
  CLAY,
  INK,
  LEAF,
  PAPER,
  SOIL,
  STEEL,
  SUN,
  WOOD,
  box,
  circle,
  cut,
  ellipse,
  fill,
  form,
  grain,
  n,
  noise,
  place,
  stroke,
} from "./press.mjs";
import { leaf, mapleLeaf } from "./ground.mjs";

export const WIDE = { width: 1280, height: 520 };

/** A ridge across the whole scene; `ys` are its heights from left to right. */
export function ridge(ys, colour, { bottom = 520, width = 1280 } = {}) {
  const step = width / (ys.length - 1);
  let d = `M0 ${bottom}V${ys[0]}`;
  for (let i = 1; i < ys.length; i += 1) {
    const x = i * step;
    d += `C${n(x - step * 0.5)} ${ys[i - 1]} ${n(x - step * 0.5)} ${ys[i]} ${n(x)} ${ys[i]}`;
  }
  return fill(`${d}V${bottom}Z`, colour);
}

export const sun = (x, y, r, colour = SUN.pale) =>
  fill(circle(x, y, r * 1.7), colour, 0.25) +
  fill(circle(x, y, r * 1.3), colour, 0.4) +
  fill(circle(x, y, r), colour);

export const birds = (x, y) =>
  stroke(
    `M${x} ${y}q8 -9 15 0q8 -9 16 -1M${x + 46} ${y + 16}q6 -7 12 0q6 -7 12 -1`,
    SOIL.mid,
    2.4,
    0.6,
  );

/** A round-headed tree without ink. */
export function farTree(x, base, size, colour, shade) {
  const blob = (dx, dy, r) => circle(x + dx * size, base - dy * size, r * size);
  return (
    fill(box(x - size * 0.05, base - size * 0.6, size * 0.1, size * 0.62), SOIL.mid, 0.7) +
    fill(
      blob(-0.22, 0.85, 0.3) + blob(0.2, 0.9, 0.32) + blob(0, 1.2, 0.32) + blob(0, 0.75, 0.3),
      colour,
    ) +
    fill(blob(0.28, 0.82, 0.22) + blob(0.1, 0.66, 0.2), shade, 0.6)
  );
}

export function spruce(x, base, height, colour, shade) {
  const w = height * 0.24;
  let out = fill(box(x - 3, base - 10, 6, 12), SOIL.mid, 0.8);
  for (let i = 0; i < 4; i += 1) {
    const y = base - 6 - (height * i) / 4.6;
    const half = w * (1 - i * 0.2);
    const top = y - height * 0.38;
    out += fill(
      `M${n(x)} ${n(top)}Q${n(x + half * 0.3)} ${n(y - height * 0.1)} ${n(x + half)} ${n(y)}Q${n(x)} ${n(y - height * 0.06)} ${n(x - half)} ${n(y)}Q${n(x - half * 0.3)} ${n(y - height * 0.1)} ${n(x)} ${n(top)}Z`,
      i % 2 ? colour : shade,
    );
  }
  return out;
}

export function picketFence(
  x1,
  x2,
  base,
  { height = 66, colour = PAPER, ink = "#8fa08a", gap = 26 } = {},
) {
  let out =
    form(box(x1, base - height * 0.74, x2 - x1, 7), colour, [], { line: 1.8, ink }) +
    form(box(x1, base - height * 0.32, x2 - x1, 7), colour, [], { line: 1.8, ink });
  for (let x = x1 + 6; x < x2 - 8; x += gap)
    out += form(
      `M${x} ${base}V${base - height * 0.84}L${x + 7} ${base - height}L${x + 14} ${base - height * 0.84}V${base}Z`,
      colour,
      [fill(box(x + 9, base - height, 6, height), ink, 0.35)],
      { line: 1.8, ink },
    );
  return out;
}

/** Upright boards, as in a shed. */
export function boards(x1, x2, y1, y2, { width = 64, tones, seam, seed = 1 }) {
  const random = noise(seed);
  let out = "";
  for (let x = x1, i = 0; x < x2; x += width, i += 1) {
    out += fill(
      box(x, y1, Math.min(width, x2 - x), y2 - y1),
      tones[Math.floor(random() * tones.length)],
    );
    out += grain(x + 8, y1, width - 16, y2 - y1, {
      count: 3,
      colour: seam,
      seed: seed * 31 + i,
      weight: 1.3,
      run: [0.2, 0.5],
    });
    out += fill(box(x - 1, y1, 2.4, y2 - y1), seam);
    if (random() > 0.6) {
      const [kx, ky] = [x + width * (0.3 + random() * 0.4), y1 + (y2 - y1) * random()];
      out += stroke(ellipse(kx, ky, 5, 9), seam, 2) + fill(ellipse(kx, ky, 2, 4), seam);
    }
  }
  return out;
}

/** A thick board seen from the front: bench tops, shelves, the sides of beds. */
export function plank(x, y, width, height, seed = 1, tones = WOOD) {
  return form(box(x, y, width, height, 3), tones.mid, [
    fill(box(x, y, width, height * 0.3), tones.pale),
    fill(box(x, y + height * 0.74, width, height * 0.3), tones.shade),
    ...Array.from({ length: Math.ceil(width / 110) }, (_, i) => {
      const random = noise(seed * 17 + i);
      const gx = x + 14 + i * 110 + random() * 30;
      return cut(
        gx,
        y + height * (0.4 + random() * 0.25),
        gx + 40 + random() * 44,
        y + height * (0.4 + random() * 0.3),
        1.4,
        tones.deep,
        2,
      );
    }),
  ]);
}

export function cabbage(scale = 1, tones = [LEAF.deep, LEAF.mid, LEAF.pale]) {
  const [deep, mid, pale] = tones;
  const petals = [
    [-168, 44, deep],
    [-12, 44, deep],
    [-148, 50, mid],
    [-32, 50, mid],
    [-120, 50, deep],
    [-60, 50, deep],
    [-134, 36, pale],
    [-46, 36, pale],
    [-90, 44, mid],
  ];
  return `<g transform="scale(${scale})">${petals.map(([angle, length, tone]) => place(0, 0, 1, angle, leaf(length, length * 0.42, tone, tone === deep ? INK : deep))).join("")}${form(circle(0, -15, 15), pale, [fill(circle(6, -10, 13), mid, 0.7), stroke("M-8 -22Q0 -10 8 -24", deep, 2)], { line: 2.2 })}</g>`;
}

export function tomatoPlant(height = 170) {
  let out =
    stroke(`M0 0V${-height - 14}`, WOOD.deep, 5) +
    stroke(`M2 0C10 ${-height * 0.3} -8 ${-height * 0.6} 2 ${-height}`, LEAF.deep, 4);
  for (let i = 0; i < 6; i += 1) {
    const y = -height * (0.16 + i * 0.16);
    const size = 46 - i * 4;
    out +=
      place(0, y, 1, -24 - i * 5, leaf(size, size * 0.3, i % 2 ? LEAF.mid : LEAF.deep, LEAF.deep)) +
      place(
        0,
        y - 6,
        1,
        204 + i * 5,
        leaf(size, size * 0.3, i % 2 ? LEAF.deep : LEAF.mid, LEAF.deep),
      );
  }
  for (const [x, y, r] of [
    [-13, -0.3, 9],
    [12, -0.42, 10],
    [-10, -0.58, 8],
    [11, -0.7, 7],
    [10, -0.2, 9],
  ])
    out += form(
      circle(x, y * height, r),
      y < -0.6 ? SUN.mid : CLAY.mid,
      [fill(circle(x - r * 0.3, y * height - r * 0.3, r * 0.25), PAPER)],
      { line: 2 },
    );
  return out;
}

/** A clay pot standing on the origin. */
export const pot = (scale = 1) =>
  `<g transform="scale(${scale})">${form("M-34 -62H34L26 -4Q26 0 22 0H-22Q-26 0 -26 -4Z", CLAY.mid, [fill("M-40 -64H-18L-12 0H-40Z", CLAY.pale), fill("M16 -64H40V0H12Z", CLAY.deep)])}${form(box(-41, -80, 82, 22, 4), CLAY.mid, [fill(box(-44, -80, 22, 24), CLAY.pale), fill(box(20, -80, 30, 24), CLAY.deep)])}</g>`;

export function fallingLeaves(spots) {
  const tones = [
    [CLAY.mid, CLAY.deep],
    [SUN.mid, SUN.deep],
    [CLAY.pale, CLAY.mid],
  ];
  return spots
    .map(([x, y, scale, angle], i) => place(x, y, scale, angle, mapleLeaf(...tones[i % 3])))
    .join("");
}

/** Turf along an edge: short cuts rather than a hundred blades. */
export function turf(
  x1,
  x2,
  y,
  { count = 60, colour = LEAF.deep, height = 14, seed = 1, drop = 0 } = {},
) {
  const random = noise(seed);
  let out = "";
  for (let i = 0; i < count; i += 1) {
    const x = x1 + ((x2 - x1) * (i + random())) / count;
    const top = y + (random() - 0.3) * drop;
    out += cut(
      x,
      top,
      x + (random() - 0.5) * 8,
      top - height * (0.5 + random() * 0.7),
      1.5,
      colour,
    );
  }
  return out;
}

export const glass = { pale: "#e9f1ee", mid: "#cfdedb", edge: STEEL.deep };
