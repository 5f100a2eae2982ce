import {
  CLAY,
  INK,
  LEAF,
  STEEL,
  SUN,
  box,
  cut,
  ellipse,
  fill,
  form,
  n,
  place,
  rod,
  stroke,
} from "../press.mjs";
import { fern } from "../ground.mjs";

export const tint = "leaf";

const tank = "M92 236Q92 192 132 184H196Q236 192 236 236V376Q236 404 164 404Q92 404 92 376Z";

const mist = () =>
  [
    [322, 60],
    [308, 46],
    [334, 44],
    [320, 32],
    [302, 22],
    [338, 20],
    [320, 12],
  ]
    .map(([x, y]) => fill(ellipse(x, y, 3, 4), LEAF.mid))
    .join("");

export const accent = () => mist() + place(46, 438, 1.05, -4, fern(130));

export const draw = () =>
  [
    rod("M224 384C300 404 322 330 276 300C240 276 258 236 270 220", 8, INK, STEEL.deep, {
      line: 1.5,
    }),
    form(box(150, 62, 28, 100, 6), STEEL.mid, [
      fill(box(150, 62, 9, 100), STEEL.pale),
      fill(box(168, 62, 12, 100), STEEL.deep),
    ]),
    form(
      "M104 36Q104 24 116 24H212Q224 24 224 36V52Q224 64 212 64H196Q190 64 190 58Q190 52 184 52H144Q138 52 138 58Q138 64 132 64H116Q104 64 104 52Z",
      CLAY.mid,
      [fill(box(100, 20, 130, 12), CLAY.pale), fill(box(100, 50, 130, 20), CLAY.deep)],
    ),
    form(tank, LEAF.pale, [
      fill("M80 290Q120 280 164 290T250 288V420H80Z", LEAF.mid),
      fill(box(206, 180, 40, 230), LEAF.deep, 0.45),
      fill("M104 230Q106 206 124 200V380Q108 378 104 370Z", "#e7efdd"),
      cut(196, 214, 197, 380, 2.4, LEAF.deep),
      ...[250, 274, 298, 322, 346, 370].map((y, i) =>
        stroke(`M138 ${y}h${i % 2 ? 12 : 20}`, INK, 2.4),
      ),
    ]),
    form("M120 186V164Q120 154 130 154H198Q208 154 208 164V186Q164 196 120 186Z", CLAY.mid, [
      fill(box(116, 150, 24, 50), CLAY.pale),
      fill(box(190, 150, 30, 50), CLAY.deep),
      ...[134, 146, 158, 170, 182, 194].map((x) => cut(x, 162, x, 186, 1.4, CLAY.deep)),
    ]),
    form(
      "M236 220L286 190Q298 184 304 194Q309 205 298 211L250 240Q238 246 232 236Q229 226 236 220Z",
      CLAY.mid,
      [fill("M226 222L300 180L306 194L234 236Z", CLAY.pale, 0.8)],
    ),
    rod("M292 194L314 108", 8, SUN.mid, SUN.pale),
    form("M304 112L326 118L330 90Q330 82 322 80Q313 79 311 86Z", SUN.mid, [
      fill("M298 114L314 116L318 76H302Z", SUN.pale),
    ]),
    rod(`M${n(106)} 402H${n(222)}`, 9, STEEL.dark),
  ].join("");
