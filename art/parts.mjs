// Parts that several tools share: ash shaft, ferrule, handle.

import {
  CLAY,
  INK,
  STEEL,
  WOOD,
  box,
  circle,
  cut,
  fill,
  form,
  grain,
  n,
  stroke,
} from "./press.mjs";

/** A straight ash shaft, lit from the left. */
export function shaft(x, top, bottom, width, seed = 1) {
  const half = width / 2;
  const d = `M${n(x - half)} ${top + half}Q${n(x - half)} ${top} ${x} ${top}Q${n(x + half)} ${top} ${n(x + half)} ${top + half}V${bottom}H${n(x - half)}Z`;
  return form(d, WOOD.mid, [
    fill(box(x - half, top, width * 0.26, bottom - top), WOOD.pale),
    fill(box(x + half * 0.3, top, width, bottom - top), WOOD.shade),
    grain(x - half * 0.7, top + 8, width * 0.75, bottom - top - 12, {
      count: 4,
      seed,
      weight: 0.9,
      run: [0.15, 0.4],
    }),
  ]);
}

/** A steel collar between wood and metal, possibly tapered. */
export function ferrule(x, top, bottom, topWidth, bottomWidth = topWidth) {
  const d = `M${n(x - topWidth / 2)} ${top}H${n(x + topWidth / 2)}L${n(x + bottomWidth / 2)} ${bottom}H${n(x - bottomWidth / 2)}Z`;
  return form(d, STEEL.mid, [
    fill(box(x - topWidth / 2, top, topWidth * 0.28, bottom - top), STEEL.pale),
    fill(box(x + topWidth * 0.15, top, topWidth, bottom - top), STEEL.deep),
  ]);
}

export const rivet = (x, y, r = 3.2, colour = STEEL.pale) =>
  form(circle(x, y, r), colour, [], { line: 2 });

/** The D-grip of spade and fork. Its foot is 104 units below its top. */
export function dGrip(x, y) {
  const p = (dx, dy) => `${n(x + dx)} ${n(y + dy)}`;
  const outer = `M${p(-46, 12)}Q${p(-46, 0)} ${p(-34, 0)}L${p(34, 0)}Q${p(46, 0)} ${p(46, 12)}C${p(46, 46)} ${p(14, 58)} ${p(11, 92)}L${p(-11, 92)}C${p(-14, 58)} ${p(-46, 46)} ${p(-46, 12)}Z`;
  const inner = `M${p(-27, 22)}L${p(27, 22)}C${p(24, 38)} ${p(10, 44)} ${p(0, 58)}C${p(-10, 44)} ${p(-24, 38)} ${p(-27, 22)}Z`;
  return form(
    outer + inner,
    WOOD.mid,
    [
      fill(box(x - 46, y, 92, 7), WOOD.pale),
      fill(
        `M${p(46, 14)}C${p(40, 40)} ${p(4, 54)} ${p(4, 92)}L${p(30, 92)}L${p(60, 20)}Z`,
        WOOD.shade,
      ),
      fill(box(x - 46, y + 15, 92, 8), WOOD.shade),
      cut(x - 38, y + 11, x - 4, y + 12, 1, WOOD.deep),
      cut(x + 2, y + 10, x + 30, y + 11, 1, WOOD.deep),
      cut(x - 5, y + 66, x - 6, y + 88, 1, WOOD.deep),
    ],
    { hole: true },
  );
}

/** A T-grip: a turned crossbar. */
export function tGrip(x, y, half = 52) {
  const d = `M${x - half} ${y + 12}Q${x - half} ${y} ${x - half + 14} ${y}Q${x} ${y + 6} ${x + half - 14} ${y}Q${x + half} ${y} ${x + half} ${y + 12}Q${x + half} ${y + 24} ${x + half - 14} ${y + 24}Q${x} ${y + 20} ${x - half + 14} ${y + 24}Q${x - half} ${y + 24} ${x - half} ${y + 12}Z`;
  return form(d, WOOD.mid, [
    fill(box(x - half, y, half * 2, 7), WOOD.pale),
    fill(box(x - half, y + 16, half * 2, 10), WOOD.shade),
    cut(x - half + 10, y + 12, x - 8, y + 12, 1.1, WOOD.deep),
    cut(x + 6, y + 11, x + half - 12, y + 12, 1.1, WOOD.deep),
  ]);
}

/** The turned handle of trowel and hand fork, from y to y + 150, with a leather loop. */
export function turnedHandle(x, y, seed = 3) {
  const p = (dx, dy) => `${n(x + dx)} ${n(y + dy)}`;
  const d = `M${p(0, 0)}C${p(20, 0)} ${p(25, 12)} ${p(24, 24)}C${p(22, 40)} ${p(18, 48)} ${p(20, 70)}C${p(24, 96)} ${p(22, 120)} ${p(14, 142)}L${p(-14, 142)}C${p(-22, 120)} ${p(-24, 96)} ${p(-20, 70)}C${p(-18, 48)} ${p(-22, 40)} ${p(-24, 24)}C${p(-25, 12)} ${p(-20, 0)} ${p(0, 0)}Z`;
  const loop = `M${p(-3, 14)}C${p(-46, -6)} ${p(-52, 40)} ${p(-36, 64)}C${p(-28, 76)} ${p(-24, 52)} ${p(3, 15)}`;
  return (
    stroke(loop, INK, 8) +
    stroke(loop, CLAY.mid, 4) +
    form(d, WOOD.mid, [
      fill(
        `M${p(-30, 0)}H${n(x - 12)}C${p(-10, 40)} ${p(-14, 110)} ${p(-8, 146)}H${n(x - 30)}Z`,
        WOOD.pale,
      ),
      fill(
        `M${p(30, 0)}H${n(x + 8)}C${p(14, 40)} ${p(6, 100)} ${p(8, 146)}H${n(x + 30)}Z`,
        WOOD.shade,
      ),
      grain(x - 14, y + 30, 30, 106, { count: 6, seed, weight: 1 }),
      stroke(`M${p(-24, 33)}Q${p(0, 39)} ${p(24, 33)}`, WOOD.deep, 2.4),
    ]) +
    form(circle(x, y + 15, 4.5), INK, [], { line: 1 }) +
    fill(circle(x, y + 15, 2.5), CLAY.mid)
  );
}
