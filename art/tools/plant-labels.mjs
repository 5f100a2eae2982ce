import { CLAY, INK, LEAF, WOOD, box, fill, form, grain, place, stroke, turn } from "../press.mjs";
import { seedling, soil } from "../ground.mjs";

export const tint = "sun";

// A label standing on its point at the origin.
const label = (seed, tone = WOOD.pale) =>
  form("M0 0L-20 -38V-262Q-20 -276 -6 -276H6Q20 -276 20 -262V-38Z", tone, [
    fill(box(9, -280, 16, 290), WOOD.mid),
    fill("M-20 -38L0 0H-30Z", WOOD.shade),
    grain(-16, -262, 30, 220, { count: 4, seed, weight: 0.9 }),
  ]);

const blank = (drawing) => `<g transform="translate(0 -232)">${drawing}</g>`;
const tinyLeaf =
  stroke("M0 26V-4", LEAF.deep, 3.4) +
  fill(
    "M0 8C-15 8 -16 -6 -14 -10C-3 -10 0 -2 0 8ZM0 4C0 -8 7 -14 15 -13C15 -2 9 5 0 4Z",
    LEAF.deep,
  );
const tinyRoot =
  fill("M0 30C-11 12 -10 0 0 0C10 0 11 12 0 30Z", CLAY.mid) +
  stroke("M0 0V-14M0 0L-7 -12M0 0L7 -12", LEAF.deep, 3);
const tinyBloom =
  fill("M0 14C-13 12 -13 -4 -10 -14L-4 -6L0 -16L4 -6L10 -14C13 -4 13 12 0 14Z", "#b98424") +
  stroke("M0 14V34", LEAF.deep, 3.4);

export const accent = () => soil(378, { seed: 12, depth: 30 });

export const front = () =>
  soil(392, { seed: 22, depth: 38, left: 12, right: 338 }) +
  place(48, 388, 0.9, 0, seedling()) +
  place(310, 390, 0.95, 0, seedling());

export const draw = () =>
  [
    ...[
      [-25, 5],
      [25, 6],
    ].map(([a, s]) => turn(a, 175, 392, place(175, 372, 1.08, 0, label(s, WOOD.mid)))),
    turn(-13, 175, 392, place(175, 384, 1.14, 0, label(2), blank(tinyRoot))),
    turn(13, 175, 392, place(175, 384, 1.14, 0, label(4), blank(tinyBloom))),
    place(175, 410, 1.24, 0, label(3), blank(tinyLeaf)),
    form("M114 262Q175 282 236 262L240 288Q175 308 110 288Z", CLAY.mid, [
      fill(box(100, 250, 40, 60), CLAY.pale),
      fill(box(206, 250, 50, 60), CLAY.deep),
      stroke("M108 272Q175 292 242 272M108 281Q175 301 242 281", CLAY.deep, 2.4),
    ]),
    form(
      "M172 284C140 262 122 290 132 304C146 316 162 300 176 290C190 302 208 314 220 302C228 288 206 264 178 284Z",
      CLAY.mid,
      [fill("M120 270H160V290H120Z", CLAY.pale), fill("M176 288H230V316H186Z", CLAY.deep)],
      { line: 3 },
    ),
    stroke("M172 288C166 308 158 318 150 328M180 288C186 308 192 318 200 326", INK, 7),
    stroke("M172 288C166 308 158 318 150 328M180 288C186 308 192 318 200 326", CLAY.mid, 3.6),
  ].join("");
