// Everything is ready: a pot of fresh earth, a packet of seed, the trowel.
import {
  CLAY,
  LEAF,
  PAPER,
  SOIL,
  SUN,
  box,
  cut,
  ellipse,
  fill,
  form,
  place,
  poly,
  shadowed,
  stroke,
} from "../press.mjs";
import { seeds } from "../ground.mjs";
import * as trowel from "../tools/hand-trowel.mjs";

export const size = [320, 240];

const packet = () =>
  form(poly([-34, -48], [34, -48], [34, 48], [-34, 48]), PAPER, [
    fill(box(-34, -48, 68, 18), LEAF.mid),
    fill(box(20, -48, 14, 96), SOIL.pale, 0.5),
    fill(box(-34, 34, 68, 14), SUN.mid),
  ]) +
  stroke("M0 24V-6", LEAF.deep, 3.4) +
  fill(
    "M0 4C-18 4 -20 -12 -17 -18C-4 -18 0 -6 0 4ZM0 0C0 -14 8 -22 19 -20C19 -8 10 2 0 0Z",
    LEAF.deep,
  );

export const draw = () =>
  fill(ellipse(160, 120, 138, 100), "#f6e6d8") +
  fill(ellipse(160, 210, 130, 14), SOIL.mid, 0.18) +
  shadowed(
    form("M96 112H208L194 202Q192 212 152 212Q112 212 110 202Z", CLAY.mid, [
      fill(box(90, 110, 34, 110), CLAY.pale),
      fill(box(180, 110, 40, 110), CLAY.deep),
      fill(box(90, 110, 130, 12), CLAY.deep, 0.8),
      cut(140, 132, 142, 196, 2, CLAY.pale),
    ]) +
      form("M84 86V110Q84 118 92 119Q152 128 212 119Q220 118 220 110V86Z", CLAY.mid, [
        fill(box(80, 80, 34, 50), CLAY.pale),
        fill(box(190, 80, 40, 50), CLAY.deep),
      ]) +
      form(ellipse(152, 86, 68, 15), CLAY.pale) +
      form(ellipse(152, 84, 57, 12), SOIL.deep, [
        fill(ellipse(150, 80, 50, 9), SOIL.mid),
        cut(118, 82, 146, 80, 1.8, SOIL.pale),
        cut(160, 86, 184, 84, 1.8, SOIL.pale),
      ]) +
      place(62, 166, 0.86, -10, packet()),
    { dx: 6, dy: 4 },
  ) +
  shadowed(`<g transform="translate(196 26) scale(.46) rotate(-30 175 225)">${trowel.draw()}</g>`, {
    dx: 6,
    dy: 4,
  }) +
  place(106, 216, 0.7, 0, seeds(3, 5, 60));
