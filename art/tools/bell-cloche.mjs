import { LEAF, STEEL, cut, ellipse, fill, form, place, stroke } from "../press.mjs";
import { leaf, seedling, soil } from "../ground.mjs";

export const tint = "mist";

const bell =
  "M64 376C64 330 84 300 84 220C84 130 124 92 175 92C226 92 266 130 266 220C266 300 286 330 286 376Q286 392 175 392Q64 392 64 376Z";

const lettuce = () =>
  [
    [-150, 84, LEAF.deep],
    [-30, 84, LEAF.deep],
    [-134, 96, LEAF.mid],
    [-46, 96, LEAF.mid],
    [-112, 104, LEAF.mid],
    [-68, 104, LEAF.mid],
    [-160, 66, LEAF.pale],
    [-20, 66, LEAF.pale],
    [-122, 76, LEAF.pale],
    [-58, 76, LEAF.pale],
    [-90, 92, LEAF.pale],
  ]
    .map(([angle, length, tone]) =>
      place(
        175,
        378,
        1.18,
        angle,
        leaf(length, length * 0.34, tone, tone === LEAF.pale ? LEAF.mid : LEAF.deep),
      ),
    )
    .join("");

export const accent = () =>
  soil(376, { seed: 7, depth: 50, left: 22, right: 328 }) +
  place(44, 388, 0.8, 0, seedling()) +
  place(310, 390, 0.72, 0, seedling());

export const draw = () =>
  [
    fill(bell, "#e6efec", 0.75),
    lettuce(),
    form(bell, "none", []),
    fill(
      "M80 356C84 326 100 290 99 224C100 158 120 124 146 110C124 140 114 180 113 230C112 300 94 330 94 362Z",
      "#ffffff",
      0.85,
    ),
    cut(240, 150, 256, 320, 4, "#ffffff", -8),
    fill(
      "M250 220C250 300 268 330 268 380L284 384C286 330 266 300 264 220C264 190 258 160 246 140C250 160 250 190 250 220Z",
      STEEL.mid,
      0.55,
    ),
    stroke("M66 366Q175 392 284 366", STEEL.deep, 2.6, 0.8),
    form(
      "M158 96Q162 84 158 72Q152 46 175 44Q198 46 192 72Q188 84 192 96Q175 102 158 96Z",
      "#e6efec",
      [fill("M180 40H200V100H178Z", STEEL.mid, 0.8), cut(166, 56, 164, 78, 3, "#ffffff")],
    ),
    form(ellipse(175, 94, 22, 6), STEEL.pale, [], { line: 2.4 }),
  ].join("");
