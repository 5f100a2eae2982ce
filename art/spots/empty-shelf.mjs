// A rail with empty pegs.
import { LEAF, WOOD, box, circle, ellipse, fill, form, place, shadowed } from "../press.mjs";
import { sprig } from "../ground.mjs";
import { plank, pot } from "../scenery.mjs";

export const size = [320, 240];

const peg = (x) =>
  form(box(x - 5, 62, 10, 20, 3), WOOD.shade, [], { line: 2.6 }) +
  form(circle(x, 82, 9), WOOD.pale, [fill(circle(x + 3, 86, 7), WOOD.shade)], { line: 2.8 });

// Where a tool used to hang, the wall kept its outline.
const outline = (x, d) =>
  `<g transform="translate(${x} 98)"><path d="${d}" fill="#d4dfc4" stroke="${LEAF.pale}" stroke-width="2.4" stroke-dasharray="7 6" stroke-linecap="round"/></g>`;

export const draw = () =>
  fill(ellipse(160, 120, 138, 100), "#e9efde") +
  outline(84, "M-16 0H16Q14 14 4 22V48H20V74Q18 92 0 98Q-18 92 -20 74V48H-4V22Q-14 14 -16 0Z") +
  outline(160, "M-4 0H4V50Q22 56 20 74Q14 96 0 108Q-14 96 -20 74Q-22 56 -4 50Z") +
  outline(236, "M-4 0H4V64H30V72H27V90H21V72H12V90H6V72H-6V90H-12V72H-21V90H-27V72H-30V64H-4Z") +
  shadowed(plank(34, 52, 252, 24, 4) + [84, 160, 236].map(peg).join(""), { dx: 5, dy: 6 }) +
  fill(ellipse(276, 226, 34, 6), WOOD.deep, 0.25) +
  shadowed(
    place(274, 226, 0.62, 0, pot()) +
      place(274, 180, 0.62, 4, sprig({ height: 70, pairs: 4, size: 34 })),
    { dx: 5, dy: 3 },
  );
