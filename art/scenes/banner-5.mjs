// The tool wall: everything back on its peg.
import {
  INK,
  LEAF,
  WOOD,
  box,
  circle,
  fill,
  form,
  place,
  poly,
  rod,
  shadowed,
  stroke,
} from "../press.mjs";
import { sprig } from "../ground.mjs";
import { boards, plank, pot } from "../scenery.mjs";
import * as edger from "../tools/lawn-edger.mjs";
import * as fork from "../tools/digging-fork.mjs";
import * as handFork from "../tools/hand-fork.mjs";
import * as rake from "../tools/bow-rake.mjs";
import * as riddle from "../tools/soil-riddle.mjs";
import * as secateurs from "../tools/bypass-secateurs.mjs";
import * as shears from "../tools/hedge-shears.mjs";
import * as spade from "../tools/digging-spade.mjs";
import * as trowel from "../tools/hand-trowel.mjs";
import * as twine from "../tools/jute-twine.mjs";

const wood = (x, y) =>
  form(box(x - 5, y, 10, 14, 3), WOOD.shade, [], { line: 2.4 }) +
  form(circle(x, y + 14, 7), WOOD.pale, [fill(circle(x + 2, y + 17, 5), WOOD.shade)], {
    line: 2.4,
  });

/**
 * A tool hung straight from its peg: `tilt` undoes the slant of its plate, `hold` is the point of the plate that the
 * peg carries.
 */
function hang(tool, [x, y], scale, tilt, hold) {
  return `<g transform="translate(${x} ${y}) scale(${scale}) translate(${-hold[0]} ${-hold[1]}) rotate(${tilt} 175 225)">${tool.draw()}</g>`;
}

const cord = (x, y, spread, drop) =>
  stroke(`M${x - spread} ${y + drop}L${x} ${y}L${x + spread} ${y + drop}`, INK, 5) +
  stroke(`M${x - spread} ${y + drop}L${x} ${y}L${x + spread} ${y + drop}`, WOOD.mid, 2.4);

const rail = 58;
const low = 208;

export const draw = () =>
  boards(0, 1280, 0, 520, {
    width: 72,
    tones: ["#eef0e2", "#e9ecdb", "#f1f3e7"],
    seam: "#d3d8c0",
    seed: 12,
  }) +
  // light from a window that is out of the picture
  fill(
    poly([40, 520], [330, 0], [420, 0], [130, 520]) +
      poly([170, 520], [460, 0], [560, 0], [270, 520]),
    "#fbf8ea",
    0.8,
  ) +
  plank(540, 30, 780, 24, 5) +
  shadowed(
    hang(spade, [596, rail], 0.72, -13, [175, 44]) +
      hang(fork, [692, rail], 0.72, 13, [175, 46]) +
      hang(rake, [806, rail], 0.72, 192, [175, 66]) +
      hang(edger, [936, rail], 0.72, 11, [175, 46]) +
      cord(1040, rail, 40, 30) +
      hang(shears, [1040, rail + 28], 0.56, 180, [175, 44]) +
      hang(riddle, [1196, rail], 0.5, 0, [196, 66]),
    { dx: 10, dy: 6, opacity: 0.16 },
  ) +
  [596, 692, 936, 1040].map((x) => wood(x, 36)).join("") +
  wood(750, 36) +
  wood(862, 36) +
  wood(1186, 36) +
  // second rail, short things
  plank(1100, low, 220, 18, 7) +
  shadowed(
    hang(trowel, [1130, low + 14], 0.33, -24, [146, 60]) +
      hang(handFork, [1180, low + 14], 0.33, 22, [146, 60]) +
      hang(secateurs, [1248, low + 20], 0.38, 164, [175, 60]),
    { dx: 7, dy: 5, opacity: 0.16 },
  ) +
  [1130, 1180, 1248].map((x) => wood(x, low + 4)).join("") +
  // shelf
  rod("M600 462V500L632 464M1060 462V500L1028 464", 8, WOOD.shade, "", { line: 1.8 }) +
  plank(540, 446, 780, 22, 9) +
  shadowed(
    place(584, 446, 0.72, 0, pot()) +
      place(584, 410, 0.74, 0, pot()) +
      place(662, 447, 0.8, 0, pot()) +
      place(716, 447, 0.6, 0, pot()) +
      place(
        716,
        401,
        0.6,
        6,
        sprig({ height: 60, pairs: 4, size: 34, colour: LEAF.pale, shade: LEAF.mid }),
      ) +
      place(842, 348, 0.285, 0, twine.draw()) +
      place(1098, 447, 0.9, 0, pot()) +
      place(1098, 376, 0.62, -6, sprig({ height: 66, pairs: 4, size: 36 })) +
      place(1180, 447, 0.66, 0, pot()) +
      place(1244, 447, 0.84, 0, pot()),
    { dx: 8, dy: 2, opacity: 0.16 },
  );
