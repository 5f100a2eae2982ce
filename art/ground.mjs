// The paper a specimen lies on: a tinted ground, a pale window behind the tool, and one botanical accent.

import {
  CLAY,
  INK,
  LEAF,
  PAPER,
  SOIL,
  SUN,
  box,
  circle,
  cut,
  ellipse,
  fill,
  form,
  hatch,
  n,
  noise,
  place,
  stroke,
} from "./press.mjs";

export const TINTS = {
  cream: { ground: "#f1e8d3", window: "#fbf6e9", ghost: "#e4d8bb" },
  leaf: { ground: "#dfe8d3", window: "#f1f5e8", ghost: "#cbd9bb" },
  clay: { ground: "#f3dfcf", window: "#fcf1e7", ghost: "#e8cab3" },
  sun: { ground: "#f6e7bd", window: "#fcf5df", ghost: "#ead69c" },
  mist: { ground: "#dfe6e3", window: "#f2f6f3", ghost: "#c8d3cf" },
};

const almond = (length, width) =>
  `M0 0C${n(length * 0.25)} ${n(-width)} ${n(length * 0.75)} ${n(-width * 0.8)} ${n(length)} 0C${n(length * 0.7)} ${n(width * 0.7)} ${n(length * 0.25)} ${n(width * 0.75)} 0 0Z`;

/** One inked leaf with its vein, growing along +x from the origin. */
export function leaf(length, width, colour, vein, ink = INK) {
  return (
    form(
      almond(length, width),
      colour,
      [fill(`M0 0L${length} 0L${length} ${width}L0 ${width}Z`, vein, 0.45)],
      { line: 2.2, ink },
    ) + cut(length * 0.1, 0, length * 0.88, 0, 1, ink)
  );
}

/** A stem growing upward from the origin, leaves alternating. */
export function sprig({
  height = 150,
  pairs = 5,
  size = 42,
  colour = LEAF.mid,
  shade = LEAF.deep,
  bend = 18,
  tip = true,
}) {
  const at = (t) => [bend * Math.sin(t * Math.PI * 0.9) * 1, -height * t];
  const [ex, ey] = at(1);
  let out = stroke(`M0 0Q${n(bend * 1.6)} ${n(-height * 0.55)} ${n(ex)} ${n(ey)}`, INK, 2.6);
  for (let i = 0; i < pairs; i += 1) {
    const t = 0.24 + (0.66 * i) / Math.max(1, pairs - 1);
    const q = [
      2 * (1 - t) * t * bend * 1.6 + t * t * ex,
      -(2 * (1 - t) * t * height * 0.55 + t * t * height),
    ];
    const length = size * (1 - t * 0.42);
    out += place(q[0], q[1], 1, -28 - t * 22, leaf(length, length * 0.3, colour, shade));
    out += place(q[0], q[1], 1, 208 + t * 22, leaf(length, length * 0.3, colour, shade));
  }
  if (tip) out += place(ex, ey, 1, -84, leaf(size * 0.56, size * 0.17, colour, shade));
  return out;
}

/** The same stem as a plain silhouette, printed tone on tone behind the tool. */
export function ghostSprig(colour, { height = 330, pairs = 7, size = 92, bend = 40 } = {}) {
  let out = stroke(`M0 0Q${bend * 1.6} ${-height * 0.55} ${bend * 0.4} ${-height}`, colour, 5);
  for (let i = 0; i < pairs; i += 1) {
    const t = 0.16 + (0.76 * i) / (pairs - 1);
    const x = 2 * (1 - t) * t * bend * 1.6 + t * t * bend * 0.4;
    const y = -(2 * (1 - t) * t * height * 0.55 + t * t * height);
    const length = size * (1 - t * 0.45);
    out += place(x, y, 1, -24 - t * 26, fill(almond(length, length * 0.3), colour));
    out += place(x, y, 1, 204 + t * 26, fill(almond(length, length * 0.3), colour));
  }
  return out + place(bend * 0.4, -height, 1, -92, fill(almond(size * 0.5, size * 0.17), colour));
}

export function seedling(scale = 1) {
  return `<g transform="scale(${scale})">${stroke("M0 0C2 -14 -2 -24 0 -40", INK, 6)}${stroke("M0 0C2 -14 -2 -24 0 -40", LEAF.mid, 2.6)}${place(0, -40, 1, -24, leaf(34, 12, LEAF.pale, LEAF.mid))}${place(0, -40, 1, 204, leaf(34, 12, LEAF.mid, LEAF.deep))}</g>`;
}

export function mapleLeaf(colour = CLAY.mid, shade = CLAY.deep) {
  const half = [
    [0, -50],
    [7, -34],
    [15, -39],
    [13, -20],
    [25, -30],
    [28, -22],
    [42, -24],
    [36, -10],
    [41, -5],
    [20, 10],
    [23, 17],
    [3, 14],
  ];
  const points = [
    ...half,
    ...half
      .slice(1)
      .reverse()
      .map(([x, y]) => [-x, y]),
  ];
  const d = `M${points.map(([x, y]) => `${x} ${y}`).join("L")}Z`;
  return (
    stroke("M0 12C0 24 3 32 7 40", INK, 4) +
    form(
      d,
      colour,
      [
        fill("M0 -60H60V40H0Z", shade, 0.4),
        cut(0, 14, 0, -42, 1.6, PAPER),
        cut(0, 10, 28, -18, 1.4, PAPER),
        cut(0, 10, -28, -18, 1.4, PAPER),
      ],
      { line: 2.4 },
    )
  );
}

export function tulip(colour = CLAY.mid, shade = CLAY.deep) {
  return (
    stroke("M0 0C4 -30 -3 -50 0 -78", INK, 6.5) +
    stroke("M0 0C4 -30 -3 -50 0 -78", LEAF.mid, 3) +
    place(0, 0, 1, -64, leaf(66, 12, LEAF.mid, LEAF.deep)) +
    place(0, 0, 1, -116, leaf(54, 12, LEAF.pale, LEAF.mid)) +
    form(
      "M0 -74C-24 -76 -24 -104 -19 -124L-8 -110L0 -130L8 -110L19 -124C24 -104 24 -76 0 -74Z",
      colour,
      [fill("M4 -74L8 -132H30V-70Z", shade, 0.55), cut(-9, -80, -12, -106, 2, CLAY.pale)],
      { line: 2.6 },
    )
  );
}

export function daisy(r = 24) {
  let out = "";
  for (let i = 0; i < 11; i += 1)
    out += place(0, 0, 1, (360 / 11) * i, form(almond(r, r * 0.23), PAPER, [], { line: 1.8 }));
  return (
    out +
    form(
      circle(0, 0, r * 0.34),
      SUN.mid,
      [fill(circle(r * 0.14, r * 0.14, r * 0.26), SUN.deep, 0.6)],
      { line: 2 },
    )
  );
}

export function berries() {
  const berry = (x, y) =>
    form(
      circle(x, y, 10),
      CLAY.mid,
      [fill(circle(x + 4, y + 4, 9), CLAY.deep, 0.6), fill(circle(x - 3, y - 4, 2.6), "#f3cdb4")],
      { line: 2.2 },
    );
  return (
    stroke("M0 0C8 -30 4 -50 14 -84M6 -34L-16 -46M7 -52L28 -60M12 -74L-8 -84", INK, 2.6) +
    place(3, -14, 1, -30, leaf(38, 12, LEAF.mid, LEAF.deep)) +
    place(3, -18, 1, 206, leaf(34, 11, LEAF.pale, LEAF.mid)) +
    berry(-19, -50) +
    berry(32, -64) +
    berry(-12, -88) +
    berry(15, -92)
  );
}

export function fern(height = 120, colour = LEAF.mid) {
  let out = stroke(`M0 0Q14 ${-height * 0.6} -6 ${-height}`, INK, 2.6);
  for (let i = 0; i < 11; i += 1) {
    const t = 0.12 + i * 0.08;
    const x = 2 * (1 - t) * t * 14 - t * t * 6;
    const y = -(2 * (1 - t) * t * height * 0.6 + t * t * height);
    const length = 34 * (1.06 - t);
    out += place(x, y, 1, -20 - t * 30, form(almond(length, 6), colour, [], { line: 1.8 }));
    out += place(x, y, 1, 200 + t * 30, form(almond(length, 6), LEAF.pale, [], { line: 1.8 }));
  }
  return out;
}

/** A strip of turf: one contour of many blades, a pale second row in front of it. */
export function grass(width, { blades = 9, height = 34, seed = 1 } = {}) {
  const random = noise(seed);
  const row = (count, reach, sink) => {
    let d = `M0 ${sink}`;
    for (let i = 0; i < count; i += 1) {
      const x = (width * i) / count;
      const step = width / count;
      const edge = Math.min(1, 0.45 + (2.2 * Math.min(i + 0.5, count - i - 0.5)) / count);
      const h = reach * edge * (0.45 + random() * 0.75);
      const lean = (random() - 0.5) * step * 1.5;
      d += `Q${n(x + step * 0.3 + lean * 0.2)} ${n(-h * 0.5)} ${n(x + step * 0.5 + lean)} ${n(-h)}Q${n(x + step * 0.7 + lean * 0.5)} ${n(-h * 0.4)} ${n(x + step)} ${n(i === count - 1 ? sink : -h * 0.12)}`;
    }
    return `${d}Q${n(width / 2)} ${sink + 7} 0 ${sink}Z`;
  };
  return (
    form(row(blades, height, 2), LEAF.deep, [], { line: 2 }) +
    `<g transform="translate(${n(width * 0.03)} 2) scale(.94 1)">${form(row(Math.round(blades * 0.8), height * 0.62, 3), LEAF.mid, [], { line: 1.6 })}</g>`
  );
}

export function seeds(seed = 1, count = 7, spread = 70) {
  const random = noise(seed);
  let out = "";
  for (let i = 0; i < count; i += 1)
    out += place(
      (random() - 0.5) * spread,
      (random() - 0.5) * spread * 0.4,
      1,
      random() * 180,
      form(almond(13, 4), i % 2 ? SOIL.mid : SOIL.pale, [], { line: 1.8 }),
    );
  return out;
}

/** A bank of earth along the foot of the sheet, its surface at `y`. */
export function soil(y = 392, { left = 18, right = 332, seed = 4, depth = 30 } = {}) {
  const random = noise(seed);
  const w = right - left;
  const d = `M${left} ${y + depth * 0.5}Q${left + w * 0.1} ${y - 4} ${left + w * 0.3} ${y}T${left + w * 0.6} ${y - 2}T${left + w * 0.86} ${y + 2}Q${right - 4} ${y + 4} ${right} ${y + depth * 0.5}Q${left + w * 0.8} ${y + depth} ${left + w * 0.5} ${y + depth}T${left} ${y + depth * 0.5}Z`;
  let crumbs = "";
  for (let i = 0; i < 16; i += 1)
    crumbs += fill(
      ellipse(
        left + 14 + random() * (w - 28),
        y + 6 + random() * (depth - 8),
        2 + random() * 3,
        1.6 + random() * 1.6,
      ),
      random() < 0.5 ? SOIL.pale : SOIL.deep,
    );
  return form(d, SOIL.mid, [
    fill(
      `M${left} ${y + depth * 0.55}Q${left + w * 0.5} ${y + depth * 0.3} ${right} ${y + depth * 0.5}V${y + depth * 2}H${left}Z`,
      SOIL.deep,
      0.7,
    ),
    crumbs,
    hatch(left + 20, y + depth * 0.5, right - 20, y + depth * 0.45, {
      count: 14,
      length: 14,
      angle: 8,
      weight: 1.1,
      colour: SOIL.pale,
      seed,
    }),
  ]);
}

/** The whole ground of a tool's plate: tint, arched window, two ghost stems. */
export function ground(tint, seed = 1) {
  const { ground: base, window, ghost } = TINTS[tint];
  const flip = seed % 2 === 0;
  const stems =
    place(40, 470, 1, 12, ghostSprig(ghost)) +
    place(322, 480, 0.82, -14, ghostSprig(ghost, { bend: -34 }));
  return (
    fill(box(0, 0, 350, 450), base) +
    fill("M34 450V172A141 141 0 0 1 316 172V450Z", window) +
    (flip ? `<g transform="translate(350 0) scale(-1 1)">${stems}</g>` : stems)
  );
}
