import {
  CLAY,
  LEAF,
  SOIL,
  SUN,
  WOOD,
  circle,
  cut,
  fill,
  form,
  place,
  rod,
  stroke,
} from "../press.mjs";
import { rivet } from "../parts.mjs";
import { leaf } from "../ground.mjs";

export const tint = "leaf";

const hull = "M28 230C60 262 290 262 322 230C318 312 272 356 175 356C78 356 32 312 28 230Z";

const carrot = (x, y, a) =>
  place(
    x,
    y,
    1,
    a,
    ...[-34, -12, 14, 34].map(
      (d) =>
        `<g transform="rotate(${d})">${stroke("M0 0C2 -18 -2 -30 0 -48", "#26302a", 8)}${stroke("M0 0C2 -18 -2 -30 0 -48", d % 4 ? LEAF.mid : LEAF.pale, 4.4)}</g>`,
    ),
    form("M-16 -2Q0 -14 16 -2C14 40 8 70 0 96C-8 70 -14 40 -16 -2Z", CLAY.pale, [
      fill("M4 -10H30V100H-2Z", CLAY.mid),
      cut(-10, 14, 2, 15, 1.6, CLAY.deep),
      cut(-2, 34, 10, 35, 1.6, CLAY.deep),
      cut(-8, 52, 0, 53, 1.6, CLAY.deep),
    ]),
  );

const tomato = (x, y, r) =>
  form(circle(x, y, r), CLAY.mid, [
    fill(circle(x + r * 0.35, y + r * 0.35, r * 0.95), CLAY.deep, 0.7),
    fill(circle(x - r * 0.35, y - r * 0.4, r * 0.22), "#f3cdb4"),
  ]) +
  place(
    x,
    y - r * 0.72,
    r / 30,
    0,
    fill("M0 4L-22 -2L-8 -5L-12 -16L0 -7L12 -16L8 -5L22 -2Z", LEAF.deep),
    stroke("M0 0V-12", LEAF.deep, 4),
  );

export const accent = () =>
  place(40, 420, 1, -14, leaf(62, 17, LEAF.mid, LEAF.deep)) +
  place(312, 424, 1, 196, leaf(56, 15, LEAF.pale, LEAF.mid));

export const draw = () =>
  [
    rod("M82 250C70 40 280 40 268 250", 19, WOOD.shade, WOOD.mid),
    carrot(118, 168, -34),
    carrot(154, 150, -10),
    place(230, 220, 1, -62, leaf(96, 30, LEAF.pale, LEAF.mid)),
    place(250, 230, 1, -34, leaf(74, 24, LEAF.mid, LEAF.deep)),
    tomato(190, 218, 32),
    tomato(240, 226, 27),
    tomato(96, 236, 22),
    form("M28 228C90 246 260 246 322 228L316 262H34Z", WOOD.shade, [], { line: 0 }),
    form(hull, WOOD.mid, [
      fill("M20 220C60 262 110 356 175 360H20Z", WOOD.pale, 0.9),
      fill("M330 220C300 270 250 350 180 360H330Z", WOOD.shade),
      stroke("M28 262C90 296 260 296 322 262", SOIL.mid, 3),
      stroke("M44 298C100 330 250 330 306 298", SOIL.mid, 3),
      cut(76, 290, 150, 304, 1.5, WOOD.deep, -3),
      cut(190, 276, 280, 266, 1.5, WOOD.deep, -4),
      cut(130, 336, 210, 338, 1.5, WOOD.deep, -3),
    ]),
    form(
      "M22 222Q20 234 32 238C100 262 250 262 318 238Q330 234 328 222L318 220C250 244 100 244 32 220Z",
      WOOD.mid,
      [fill("M20 216C100 252 250 252 330 216V230C250 252 100 252 20 230Z", WOOD.pale)],
    ),
    form("M82 244C90 300 108 338 132 356H152C126 330 108 290 101 248Z", WOOD.shade, [
      fill("M80 244H92C98 300 118 340 138 360H90Z", WOOD.mid),
    ]),
    form("M268 244C260 300 242 338 218 356H198C224 330 242 290 249 248Z", WOOD.shade, [
      fill("M262 244H240C236 300 220 330 200 360H190Z", WOOD.mid),
    ]),
    rivet(92, 250, 3.6, SUN.mid),
    rivet(258, 250, 3.6, SUN.mid),
    rivet(108, 306, 3.6, SUN.mid),
    rivet(242, 306, 3.6, SUN.mid),
    form("M120 352H230L240 372Q175 380 110 372Z", WOOD.shade, [
      fill("M100 350H150L146 380H100Z", WOOD.mid),
    ]),
  ].join("");
