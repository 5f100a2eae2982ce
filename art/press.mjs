// The printing press of the catalogue: every drawing is made of inked forms, flat tones kept inside them, and tapered
// gouge cuts. Nothing here knows what a spade is.

export const INK = "#26302a";
export const PAPER = "#fbf8f1";
export const LEAF = { deep: "#2f5d3a", mid: "#5e8c5a", pale: "#a9c29b" };
export const CLAY = { deep: "#8c3d22", mid: "#b5532f", pale: "#d98b62" };
export const SOIL = { deep: "#4a3728", mid: "#7a5c43", pale: "#c9ae8c" };
export const STEEL = { dark: "#4d585c", deep: "#6e7b80", mid: "#a7b3b6", pale: "#d9e0e1" };
export const WOOD = { deep: "#7a5c43", shade: "#b08c62", mid: "#d0b185", pale: "#ead8b8" };
export const SUN = { deep: "#b98424", mid: "#e3b23c", pale: "#f3d584" };

const LINE = 3.4;
let serial = 0;

/** Starts a new sheet, so that ids (and with them the bytes of a drawing) never depend on what was drawn before. */
export function newSheet() {
  serial = 0;
}

/** A number as SVG text: one decimal is finer than the eye at these sizes. */
export const n = (value) => String(Math.round(value * 10) / 10);

/** Deterministic noise in 0..1 for grain and foliage; the same seed gives the same drawing for ever. */
export function noise(seed) {
  let state = (seed * 2654435761) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export const fill = (d, colour, opacity = 1) =>
  `<path d="${d}" fill="${colour}"${opacity < 1 ? ` opacity="${opacity}"` : ""}/>`;

export const stroke = (d, colour, width, opacity = 1) =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${n(width)}" stroke-linecap="round" stroke-linejoin="round"${opacity < 1 ? ` opacity="${opacity}"` : ""}/>`;

/** A closed contour with its tones clipped to it. `hole` lets inner contours stay open. */
export function form(d, colour, tones = [], { line = LINE, ink = INK, hole = false } = {}) {
  const rule = hole ? ' fill-rule="evenodd"' : "";
  let inside = "";
  if (tones.length > 0) {
    serial += 1;
    const clip = hole ? ' clip-rule="evenodd"' : "";
    inside = `<clipPath id="c${serial}"><path d="${d}"${clip}/></clipPath><g clip-path="url(#c${serial})">${tones.join("")}</g>`;
  }
  const contour = line > 0 ? stroke(d, ink, line) : "";
  return `<path d="${d}" fill="${colour}"${rule}/>${inside}${contour}`;
}

/** A round bar that follows a line: contour, body and one highlight along it. */
export function rod(d, width, colour, light, { line = LINE, ink = INK, lift = -0.22 } = {}) {
  const body = stroke(d, ink, width + line * 1.9) + stroke(d, colour, width);
  if (!light) return body;
  const shift = n(width * lift);
  return `${body}<g transform="translate(${shift} ${shift})">${stroke(d, light, width * 0.26)}</g>`;
}

/** One gouge cut: a sliver from one point to another, widest in the middle, bent sideways by `bend`. */
export function cut(x1, y1, x2, y2, width, colour, bend = 0) {
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const nx = -(y2 - y1) / length;
  const ny = (x2 - x1) / length;
  const mx = (x1 + x2) / 2;
  const my = (y1 + y2) / 2;
  const a = bend + width;
  const b = bend - width;
  return `<path d="M${n(x1)} ${n(y1)}Q${n(mx + nx * a)} ${n(my + ny * a)} ${n(x2)} ${n(y2)}Q${n(mx + nx * b)} ${n(my + ny * b)} ${n(x1)} ${n(y1)}Z" fill="${colour}"/>`;
}

/** Long cuts running down a box: wood grain, bark, brushed steel. */
export function grain(
  x,
  y,
  width,
  height,
  { count = 5, colour = WOOD.deep, weight = 1.2, seed = 1, run = [0.25, 0.6] } = {},
) {
  const random = noise(seed);
  let out = "";
  for (let i = 0; i < count; i += 1) {
    const gx = x + width * ((i + 0.25 + random() * 0.5) / count);
    const length = height * (run[0] + random() * (run[1] - run[0]));
    const gy = y + (height - length) * random();
    out += cut(
      gx,
      gy,
      gx + (random() - 0.5) * 1.5,
      gy + length,
      weight * (0.7 + random() * 0.6),
      colour,
      (random() - 0.5) * 2,
    );
  }
  return out;
}

/** Short parallel cuts: shaded turf, soil, the dark side of a pot. */
export function hatch(
  x1,
  y1,
  x2,
  y2,
  { count = 6, length = 14, angle = 90, weight = 1.4, colour = INK, seed = 1 } = {},
) {
  const random = noise(seed);
  const dx = Math.cos((angle * Math.PI) / 180);
  const dy = Math.sin((angle * Math.PI) / 180);
  let out = "";
  for (let i = 0; i < count; i += 1) {
    const t = count === 1 ? 0.5 : i / (count - 1);
    const x = x1 + (x2 - x1) * t;
    const y = y1 + (y2 - y1) * t;
    const reach = length * (0.7 + random() * 0.6);
    out += cut(
      x - (dx * reach) / 2,
      y - (dy * reach) / 2,
      x + (dx * reach) / 2,
      y + (dy * reach) / 2,
      weight,
      colour,
    );
  }
  return out;
}

export const circle = (cx, cy, r) =>
  `M${n(cx - r)} ${n(cy)}a${n(r)} ${n(r)} 0 1 0 ${n(r * 2)} 0a${n(r)} ${n(r)} 0 1 0 ${n(-r * 2)} 0Z`;

export const ellipse = (cx, cy, rx, ry) =>
  `M${n(cx - rx)} ${n(cy)}a${n(rx)} ${n(ry)} 0 1 0 ${n(rx * 2)} 0a${n(rx)} ${n(ry)} 0 1 0 ${n(-rx * 2)} 0Z`;

export const box = (x, y, width, height, r = 0) =>
  r > 0
    ? `M${n(x + r)} ${n(y)}h${n(width - 2 * r)}a${r} ${r} 0 0 1 ${r} ${r}v${n(height - 2 * r)}a${r} ${r} 0 0 1 ${-r} ${r}h${n(2 * r - width)}a${r} ${r} 0 0 1 ${-r} ${-r}v${n(2 * r - height)}a${r} ${r} 0 0 1 ${r} ${-r}Z`
    : `M${n(x)} ${n(y)}h${n(width)}v${n(height)}h${n(-width)}Z`;

export const poly = (...points) => `M${points.map(([x, y]) => `${n(x)} ${n(y)}`).join("L")}Z`;

export const turn = (degrees, cx, cy, ...art) =>
  `<g transform="rotate(${degrees} ${cx} ${cy})">${art.join("")}</g>`;
export const place = (x, y, scale, degrees, ...art) =>
  `<g transform="translate(${n(x)} ${n(y)}) rotate(${degrees}) scale(${scale})">${art.join("")}</g>`;
export const mirror = (axis, ...art) =>
  `<g transform="translate(${2 * axis} 0) scale(-1 1)">${art.join("")}</g>`;

/** The printed shadow: a hard offset in earth colour, as a second, slightly misplaced block would leave. */
export function shadowed(art, { dx = 7, dy = 8, opacity = 0.2 } = {}) {
  serial += 1;
  const id = `s${serial}`;
  return (
    `<filter id="${id}" x="-10%" y="-10%" width="125%" height="125%"><feFlood flood-color="${SOIL.deep}" flood-opacity="${opacity}"/>` +
    `<feComposite in2="SourceAlpha" operator="in"/><feOffset dx="${dx}" dy="${dy}"/><feMerge><feMergeNode/><feMergeNode in="SourceGraphic"/></feMerge></filter>` +
    `<g filter="url(#${id})">${art}</g>`
  );
}

export function sheet(width, height, art) {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${art}</svg>`;
}
