// The greenhouse, door open.
import {
  CLAY,
  INK,
  LEAF,
  PAPER,
  SOIL,
  box,
  cut,
  fill,
  form,
  place,
  poly,
  rod,
  shadowed,
  stroke,
} from "../press.mjs";
import { daisy, fern, sprig } from "../ground.mjs";
import { birds, farTree, glass, pot, ridge, spruce, sun, tomatoPlant, turf } from "../scenery.mjs";
import * as can from "../tools/watering-can.mjs";
import * as pots from "../tools/terracotta-pots.mjs";

// Gable end on the left, long side running to the right.
const gable = { left: 560, right: 820, eaves: 232, ridge: 96, foot: 430 };
const side = { right: 1190, eaves: 248, ridge: 122, foot: 414 };
const middle = (gable.left + gable.right) / 2;

const along = (t, from, to) => from + (to - from) * t;

function structure() {
  const bars = [];
  for (let i = 1; i < 6; i += 1) {
    const t = i / 6;
    const x = along(t, gable.right, side.right);
    const rx = along(t, middle, side.right - 120);
    bars.push(
      `M${x} ${along(t, gable.foot - 46, side.foot - 40)}V${along(t, gable.eaves, side.eaves)}L${rx} ${along(t, gable.ridge, side.ridge)}`,
    );
  }
  const roof = poly(
    [middle, gable.ridge],
    [side.right - 120, side.ridge],
    [side.right, side.eaves],
    [gable.right, gable.eaves],
  );
  const wall = poly(
    [gable.right, gable.eaves],
    [side.right, side.eaves],
    [side.right, side.foot],
    [gable.right, gable.foot],
  );
  const front = `M${gable.left} ${gable.foot}V${gable.eaves}L${middle} ${gable.ridge}L${gable.right} ${gable.eaves}V${gable.foot}Z`;
  const tomatoes = (xs, y, h) =>
    xs.map((x, i) => place(x, y - (i % 2) * 3, 0.94, 0, tomatoPlant(h + (i % 3) * 10))).join("");
  const frame = { line: 3 };
  return (
    form(wall, glass.mid, [
      fill(box(800, 200, 420, 120), glass.pale, 0.7),
      tomatoes([856, 908, 960, 1012, 1064, 1116, 1164], 400, 128),
      fill(wall, glass.pale, 0.38),
      fill("M840 230L900 230L860 430H800ZM1010 230L1034 230L990 430H966Z", "#ffffff", 0.4),
    ]) +
    form(
      poly(
        [gable.right, gable.foot - 44],
        [side.right, side.foot - 38],
        [side.right, side.foot],
        [gable.right, gable.foot],
      ),
      CLAY.pale,
      [
        fill(
          poly(
            [gable.right, gable.foot - 22],
            [side.right, side.foot - 18],
            [side.right, side.foot],
            [gable.right, gable.foot],
          ),
          CLAY.mid,
          0.55,
        ),
        stroke(`M${gable.right} ${gable.foot - 22}L${side.right} ${side.foot - 19}`, CLAY.deep, 2),
        ...Array.from({ length: 14 }, (_, i) =>
          stroke(`M${836 + i * 26} ${i % 2 ? 386 : 408}v20`, CLAY.deep, 2),
        ),
      ],
    ) +
    form(roof, glass.pale, [
      fill(
        poly(
          [middle, gable.ridge],
          [middle + 130, gable.ridge + 9],
          [960, 260],
          [gable.right, 260],
        ),
        "#ffffff",
        0.5,
      ),
      fill("M1010 110L1070 116L1180 260H1110Z", "#ffffff", 0.45),
    ]) +
    rod(bars.join(""), 4.5, PAPER, "", { line: 1.6 }) +
    rod(
      `M${middle} ${gable.ridge}L${side.right - 120} ${side.ridge}L${side.right} ${side.eaves}L${gable.right} ${gable.eaves}M${side.right} ${side.eaves}V${side.foot}`,
      7,
      PAPER,
      "",
      { line: 1.8 },
    ) +
    form(front, glass.pale, [
      tomatoes([590, 636], 424, 150),
      tomatoes([752, 798], 424, 150),
      fill(front, glass.pale, 0.36),
      fill("M560 250L640 176L600 430H540Z", "#ffffff", 0.4),
    ]) +
    // the open doorway
    form(box(656, 236, 70, 194), "#5b7a62", [
      fill(box(656, 380, 70, 60), SOIL.mid),
      fill(poly([656, 430], [726, 430], [704, 372], [680, 372]), "#d9c6a0"),
      place(668, 400, 0.8, 0, fern(130, LEAF.mid)),
      place(716, 400, 0.8, 0, fern(120, LEAF.mid)),
      fill(box(656, 236, 70, 30), INK, 0.18),
    ]) +
    rod(
      `M${gable.left} ${gable.foot}V${gable.eaves}L${middle} ${gable.ridge}L${gable.right} ${gable.eaves}V${gable.foot}M${gable.left} ${gable.eaves}H${gable.right}M${middle} ${gable.ridge}V236M608 ${gable.foot}V187M774 ${gable.foot}V187`,
      7,
      PAPER,
      "",
      { line: 1.8 },
    ) +
    form(
      poly([656, 236], [656, 432], [612, 446], [612, 228]),
      glass.pale,
      [fill(poly([652, 236], [630, 236], [612, 430], [640, 430]), "#ffffff", 0.6)],
      frame,
    ) +
    rod("M656 236V432L612 446V228ZM612 338L656 334", 5.5, PAPER, "", { line: 1.6 }) +
    form(
      `M${middle} ${gable.ridge}L${middle - 7} ${gable.ridge - 10}L${middle} ${gable.ridge - 34}L${middle + 7} ${gable.ridge - 10}Z`,
      PAPER,
      [],
      { line: 2.6 },
    )
  );
}

export const draw = () =>
  fill(box(0, 0, 1280, 520), "#e9f0e6") +
  sun(1120, 84, 40, "#f7e6ac") +
  birds(404, 96) +
  ridge([236, 220, 204, 214, 190, 176, 190, 170, 184], "#d9e5d2") +
  ridge([284, 270, 276, 254, 244, 240, 232, 240, 228], "#c5d8bb") +
  farTree(520, 330, 150, "#9fbf95", "#7fa578") +
  farTree(446, 336, 96, "#b2cca6", "#93b588") +
  farTree(1236, 330, 190, "#8fb186", "#6f9670") +
  [
    [1090, 280, 150],
    [1040, 280, 110],
  ]
    .map(([x, y, h]) => spruce(x, y, h, "#86a984", "#6f9670"))
    .join("") +
  ridge([350, 346, 340, 338, 334, 330, 330, 328, 330], "#b9d0a8") +
  turf(0, 1280, 356, { count: 70, colour: "#94b583", drop: 150, seed: 11 }) +
  form(
    "M668 428H716C730 456 712 480 640 528H440C560 486 664 466 668 428Z",
    "#e6d5b0",
    [
      cut(620, 486, 690, 474, 3, "#cbb386"),
      cut(540, 508, 620, 502, 3, "#cbb386"),
      cut(676, 452, 706, 450, 2, "#cbb386"),
    ],
    { line: 2.4, ink: "#a98f62" },
  ) +
  structure() +
  shadowed(
    place(826, 300, 0.4, 0, can.draw()) +
      place(980, 312, 0.38, 0, pots.draw()) +
      place(1130, 470, 0.8, 0, pot()) +
      place(1130, 408, 0.9, 4, sprig({ height: 90, pairs: 4, size: 32 })) +
      place(1196, 478, 1, 0, pot()) +
      place(
        1196,
        402,
        1,
        -6,
        sprig({ height: 110, pairs: 5, size: 36, colour: LEAF.pale, shade: LEAF.mid }),
      ),
    { dx: 9, dy: 3 },
  ) +
  turf(720, 1280, 492, { count: 70, colour: LEAF.mid, drop: 26, height: 20, seed: 3 }) +
  [
    [770, 492, 0.7],
    [804, 504, 0.9],
    [1060, 500, 0.8],
    [1254, 506, 0.9],
  ]
    .map(([x, y, s]) => place(x, y, s, 0, stroke("M0 0V26", LEAF.deep, 4), daisy(18)))
    .join("");
