// Raised beds in early summer, the barrow standing on the path.
import {
  LEAF,
  SOIL,
  WOOD,
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
import { daisy, seedling, tulip } from "../ground.mjs";
import {
  birds,
  cabbage,
  farTree,
  picketFence,
  ridge,
  spruce,
  sun,
  tomatoPlant,
  turf,
} from "../scenery.mjs";
import * as barrow from "../tools/wheelbarrow.mjs";
import * as spade from "../tools/digging-spade.mjs";

/** A bed in perspective: far edge, near edge, boards and earth. */
function bed({ far, near, height = 40, row }) {
  const [[fx1, fx2], fy] = far;
  const [[nx1, nx2], ny] = near;
  const across = (u, v) => {
    const x1 = fx1 + (nx1 - fx1) * v;
    const x2 = fx2 + (nx2 - fx2) * v;
    return [x1 + (x2 - x1) * u, fy + (ny - fy) * v];
  };
  return (
    form(poly([fx1, fy], [fx2, fy], [nx2, ny], [nx1, ny]), SOIL.mid, [
      fill(poly([fx1, fy], [fx2, fy], across(1, 0.3), across(0, 0.3)), SOIL.deep),
      ...[0.25, 0.5, 0.75].map((u) =>
        stroke(`M${across(u, 0).join(" ")}L${across(u, 1).join(" ")}`, SOIL.deep, 5, 0.8),
      ),
    ]) +
    row(across) +
    form(
      poly([nx1 - 8, ny - 6], [nx2 + 8, ny - 6], [nx2 + 8, ny + height], [nx1 - 8, ny + height]),
      WOOD.mid,
      [
        fill(box(nx1 - 10, ny - 8, nx2 - nx1 + 20, 12), WOOD.pale),
        fill(box(nx1 - 10, ny + height - 12, nx2 - nx1 + 20, 14), WOOD.shade),
        cut(nx1 + 20, ny + 14, nx1 + 110, ny + 15, 1.6, WOOD.deep),
        cut(nx2 - 130, ny + 20, nx2 - 30, ny + 19, 1.6, WOOD.deep),
        fill(box(nx1 - 8, ny - 8, 26, height + 10), WOOD.shade, 0.6),
        fill(box(nx2 - 18, ny - 8, 26, height + 10), WOOD.shade, 0.6),
      ],
    )
  );
}

const rows = (lines, art) => (across) =>
  lines
    .flatMap((v) =>
      [0.125, 0.375, 0.625, 0.875].map((u) => place(...across(u, v), 0.55 + v * 0.55, 0, art)),
    )
    .join("");

// Left in the earth of the first bed, blade half sunk: what is below the surface is cut off.
const standingSpade = () =>
  `<clipPath id="surface"><path d="${box(560, 100, 120, 246)}"/></clipPath><g clip-path="url(#surface)"><g transform="translate(528 142) rotate(-6 90 120) scale(.54) rotate(-13 175 225)">${spade.draw()}</g></g>` +
  form(ellipse(616, 348, 46, 9), SOIL.mid, [fill(ellipse(624, 352, 40, 7), SOIL.deep)], {
    line: 2.4,
  });

export const draw = () =>
  fill(box(0, 0, 1280, 520), "#f7f0da") +
  sun(930, 96, 44) +
  birds(610, 84) +
  ridge([212, 188, 200, 176, 150, 168, 140, 160, 176], "#e2e8d0") +
  ridge([252, 236, 244, 226, 232, 208, 222, 204, 216], "#cddabb") +
  [
    [724, 236, 70],
    [760, 240, 92],
    [800, 238, 66],
    [1150, 226, 96],
    [1196, 230, 72],
    [1236, 232, 104],
  ]
    .map(([x, y, h]) => spruce(x, y, h, "#86a984", "#6f9670"))
    .join("") +
  farTree(560, 250, 78, "#a4bf97", "#86a984") +
  farTree(1064, 240, 92, "#a4bf97", "#86a984") +
  ridge([288, 284, 276, 272, 262, 258, 256, 254, 252], "#b5cba2") +
  picketFence(520, 1290, 290) +
  ridge([330, 322, 312, 302, 292, 286, 284, 284, 284], "#a9c493") +
  turf(0, 1280, 330, { count: 70, colour: "#8db07c", drop: 190, seed: 4 }) +
  bed({
    far: [[560, 742], 316],
    near: [[486, 728], 412],
    row: (across) => standingSpade() + rows([0.14, 0.56, 0.94], cabbage(0.62))(across),
  }) +
  bed({
    far: [[1010, 1220], 312],
    near: [[1030, 1300], 404],
    row: (across) =>
      [0.1, 0.36, 0.62, 0.88]
        .map((u) => place(...across(u, 0.12), 0.78, 0, tomatoPlant(150)))
        .join("") + rows([0.6, 0.95], seedling(0.95))(across),
  }) +
  shadowed(place(748, 188, 0.76, 0, barrow.draw()), { dx: 10, dy: 5 }) +
  ridge([520, 506, 498, 492, 490, 494, 488, 486, 482], LEAF.mid) +
  turf(0, 1280, 500, { count: 120, colour: LEAF.deep, drop: 26, height: 20, seed: 7 }) +
  [
    [1090, 508, 0.9],
    [1150, 514, 1.05],
    [1206, 504, 0.8],
  ]
    .map(([x, y, s], i) =>
      place(x, y, s, i * 6 - 6, tulip(...(i % 2 ? ["#e3b23c", "#b98424"] : []))),
    )
    .join("") +
  [
    [560, 492],
    [612, 500],
    [664, 494],
  ]
    .map(([x, y]) => place(x, y, 0.62, 0, stroke("M0 0V30", LEAF.deep, 4), daisy(18)))
    .join("");
