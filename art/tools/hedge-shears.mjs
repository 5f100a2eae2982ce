import { STEEL, WOOD, circle, cut, fill, form, grain, mirror, place, turn } from "../press.mjs";
import { ferrule, rivet } from "../parts.mjs";
import { sprig } from "../ground.mjs";

export const tint = "clay";

// One half: blade up to the right, tang down to the left, handle below it.
const blade = "M166 232L196 214C214 160 232 92 240 22Q238 12 230 18C206 66 182 130 164 196Z";
const tang = "M162 214L190 226C180 250 160 268 146 290L128 280C140 258 154 240 162 214Z";

const half = (front) => [
  form(tang, front ? STEEL.mid : STEEL.deep, [
    fill("M150 210L168 220C158 250 142 270 132 290L110 280Z", front ? STEEL.pale : STEEL.mid),
  ]),
  turn(
    29,
    138,
    282,
    form(
      "M126 312C122 340 122 372 124 410Q126 428 139 428Q152 428 154 410C156 372 154 340 150 312Z",
      WOOD.mid,
      [
        fill("M118 300H133V430H118Z", front ? WOOD.pale : WOOD.shade),
        fill("M145 300H160V430H145Z", front ? WOOD.shade : WOOD.pale),
        grain(128, 320, 20, 96, { count: 3, seed: front ? 3 : 5 }),
      ],
    ),
    ferrule(138, 276, 318, 20, 26),
  ),
  form(blade, front ? STEEL.mid : STEEL.deep, [
    fill("M240 14C220 100 200 180 176 240H250V14Z", front ? STEEL.pale : STEEL.mid),
    cut(222, 66, 184, 190, 2.4, front ? STEEL.deep : STEEL.dark, 5),
  ]),
];

export const accent = () =>
  place(175, 446, 0.95, 2, sprig({ height: 130, pairs: 4, size: 48, bend: 6 }));

export const draw = () =>
  [
    mirror(175, ...half(false)),
    ...half(true),
    form(circle(175, 214, 13), STEEL.mid, [fill(circle(171, 209, 9), STEEL.pale)]),
    form(
      "M156 208Q150 214 156 220L170 217V211ZM194 208Q200 214 194 220L180 217V211Z",
      STEEL.deep,
      [],
      { line: 2.4 },
    ),
    rivet(175, 214, 4),
  ].join("");
