import { INK, LEAF, SUN, fill, form, n, place, stroke, turn } from "../press.mjs";
import { ferrule, shaft } from "../parts.mjs";
import { mapleLeaf } from "../ground.mjs";

export const tint = "clay";

const apex = [175, 236];

function tines() {
  let ink = "";
  let steel = "";
  const count = 15;
  for (let i = 0; i < count; i += 1) {
    const a = ((i / (count - 1)) * 2 - 1) * 0.62;
    const [sx, sy] = [apex[0] + Math.sin(a) * 18, apex[1] + Math.cos(a) * 18];
    const [ex, ey] = [apex[0] + Math.sin(a) * 176, apex[1] + Math.cos(a) * 176];
    const d = `M${n(sx)} ${n(sy)}L${n(ex)} ${n(ey)}l${n(Math.sin(a) * 6 - 5)} ${n(16)}`;
    ink += d;
    steel += d;
  }
  return (
    stroke(ink, INK, 8.4) +
    stroke(steel, SUN.mid, 4) +
    `<g transform="translate(-1 0)">${stroke(steel, SUN.pale, 1.2)}</g>`
  );
}

function brace(radius) {
  const x = Math.sin(0.64) * radius;
  const y = Math.cos(0.64) * radius;
  const d = `M${n(apex[0] - x)} ${n(apex[1] + y)}A${radius} ${radius} 0 0 0 ${n(apex[0] + x)} ${n(apex[1] + y)}`;
  return (
    stroke(d, INK, 15) +
    stroke(d, LEAF.mid, 8.5) +
    `<g transform="translate(0 -2)">${stroke(d, LEAF.pale, 2)}</g>`
  );
}

export const accent = () =>
  place(58, 196, 0.74, -18, mapleLeaf()) +
  place(304, 404, 0.72, 24, mapleLeaf("#e3b23c", "#b98424"));

export const draw = () =>
  turn(
    14,
    175,
    225,
    tines(),
    brace(104),
    form("M158 226H192L226 286Q175 304 124 286Z", LEAF.mid, [
      fill("M150 220H170L150 300H110Z", LEAF.pale),
      fill("M184 220H200L240 300H200Z", LEAF.deep),
    ]),
    shaft(175, 8, 216, 19, 5),
    ferrule(175, 190, 240, 23, 27),
  );
