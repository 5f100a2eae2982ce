// A magnifier over bare soil.
import {
  SOIL,
  STEEL,
  WOOD,
  box,
  circle,
  cut,
  ellipse,
  fill,
  form,
  grain,
  place,
  shadowed,
  turn,
} from "../press.mjs";
import { seedling, soil } from "../ground.mjs";

export const size = [320, 240];

export const draw = () =>
  fill(ellipse(160, 120, 138, 100), "#f4e9d2") +
  soil(176, { left: 20, right: 300, seed: 8, depth: 44 }) +
  place(52, 184, 0.8, 0, seedling()) +
  place(276, 186, 0.66, 0, seedling()) +
  shadowed(
    turn(
      -42,
      152,
      104,
      form("M141 172H163V184L168 256Q168 266 152 266Q136 266 136 256L141 184Z", WOOD.mid, [
        fill(box(130, 170, 16, 100), WOOD.pale),
        fill(box(158, 170, 14, 100), WOOD.shade),
        grain(142, 196, 18, 64, { count: 3, seed: 4 }),
      ]) +
        form(box(139, 162, 26, 22, 3), STEEL.mid, [
          fill(box(139, 160, 8, 26), STEEL.pale),
          fill(box(156, 160, 12, 26), STEEL.deep),
        ]),
    ) +
      form(circle(152, 104, 72), STEEL.mid, [
        fill("M70 104A82 82 0 0 1 152 22V104Z", STEEL.pale),
        fill("M234 104A82 82 0 0 1 152 186V104Z", STEEL.deep),
      ]),
    { dx: 6, dy: 6 },
  ) +
  form(circle(152, 104, 60), "#fbf6e9", [
    fill("M80 114Q112 98 148 110T240 106V180H80Z", SOIL.mid),
    fill("M80 140Q150 124 230 142V180H80Z", SOIL.deep),
    cut(104, 124, 136, 122, 2.4, SOIL.pale),
    cut(160, 130, 196, 126, 2.4, SOIL.pale),
    cut(126, 148, 166, 150, 2.4, SOIL.mid),
    fill(ellipse(116, 136, 5, 4) + ellipse(186, 144, 6, 4) + ellipse(150, 120, 4, 3), SOIL.pale),
    fill("M100 66C112 50 132 46 146 50C128 58 116 70 112 88Z", "#ffffff", 0.9),
  ]);
