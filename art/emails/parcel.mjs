// A parcel at the garden gate. It heads e-mails and the page after a purchase.
import {
  CLAY,
  INK,
  LEAF,
  PAPER,
  SOIL,
  WOOD,
  box,
  circle,
  cut,
  ellipse,
  fill,
  form,
  place,
  poly,
  shadowed,
  stroke,
} from "../press.mjs";
import { leaf, mapleLeaf } from "../ground.mjs";
import { farTree, picketFence, ridge, spruce, sun } from "../scenery.mjs";

export const size = [560, 180];

const wide = { bottom: 180, width: 560 };

const background = () =>
  fill(box(0, 0, 560, 180), "#eef3e3") +
  sun(452, 52, 17) +
  ridge([96, 78, 90, 72, 92, 84], "#d9e4cb", wide) +
  farTree(96, 118, 34, "#b9cdaa", "#a9c29b") +
  farTree(136, 120, 26, "#c4d5b5", "#a9c29b") +
  spruce(500, 120, 56, "#b4c9a6", "#a3bd95") +
  spruce(532, 122, 42, "#bdd0ae", "#a9c29b") +
  ridge([118, 110, 116, 112, 118, 112], "#c7d8b7", wide) +
  picketFence(-8, 190, 140, { height: 44, gap: 22 }) +
  picketFence(374, 572, 140, { height: 44, gap: 22 }) +
  ridge([136, 134, 138, 134, 137, 134], "#b3c99f", wide) +
  fill(ellipse(288, 166, 118, 9), SOIL.deep, 0.16);

/** Wrapped in brown paper, seen a little from above. */
const parcel = () =>
  form(poly([206, 74], [232, 52], [352, 52], [374, 74]), WOOD.pale, [
    cut(226, 66, 270, 58, 1.2, WOOD.shade),
    cut(314, 66, 352, 60, 1.2, WOOD.shade),
  ]) +
  form(box(206, 74, 168, 88, 3), WOOD.mid, [
    fill(box(206, 74, 168, 9), WOOD.pale),
    fill(box(350, 74, 26, 90), WOOD.shade),
    fill(box(206, 150, 168, 14), WOOD.shade, 0.7),
    cut(220, 100, 220, 138, 1.2, WOOD.deep, 3),
    cut(336, 92, 338, 130, 1.2, WOOD.deep, -3),
  ]) +
  // Twine, with a bow where it crosses.
  [CLAY.mid]
    .map(
      (twine) =>
        stroke("M290 158V74L291 57", INK, 9) +
        stroke("M210 112H370", INK, 9) +
        stroke("M290 158V74L291 57", twine, 4.4) +
        stroke("M210 112H370", twine, 4.4) +
        form("M290 74C268 40 240 50 248 66C254 78 276 76 290 74Z", twine, [
          fill("M290 74C274 56 256 54 254 62C254 72 276 74 290 74Z", CLAY.deep),
        ]) +
        form("M290 74C312 40 340 50 332 66C326 78 304 76 290 74Z", twine, [
          fill("M290 74C306 56 324 54 326 62C326 72 304 74 290 74Z", CLAY.deep),
        ]) +
        form(circle(290, 73, 7), CLAY.pale),
    )
    .join("") +
  // The label.
  place(
    232,
    132,
    1,
    -5,
    form(box(-16, -9, 44, 26, 2), PAPER, [
      fill(box(-10, -3, 26, 2.6), SOIL.pale),
      fill(box(-10, 3, 32, 2.6), SOIL.pale),
      fill(box(-10, 9, 18, 2.6), SOIL.pale),
    ]),
  );

const pot = () =>
  stroke("M420 128Q424 96 414 78M419 112Q432 104 440 92M421 104Q410 100 402 92", LEAF.deep, 3.2) +
  place(414, 80, 1, -70, leaf(30, 9, LEAF.mid, LEAF.deep)) +
  place(438, 94, 1, -40, leaf(28, 9, LEAF.mid, LEAF.deep)) +
  place(404, 94, 1, -150, leaf(26, 8, LEAF.pale, LEAF.mid)) +
  form("M400 136H440L434 164H406Z", CLAY.mid, [
    fill(poly([400, 136], [412, 136], [414, 164], [406, 164]), CLAY.pale),
    fill(poly([430, 136], [440, 136], [434, 164], [426, 164]), CLAY.deep),
  ]) +
  form(box(396, 126, 48, 12, 2), CLAY.mid, [
    fill(box(396, 126, 13, 12), CLAY.pale),
    fill(box(432, 126, 12, 12), CLAY.deep),
  ]);

export const draw = () =>
  background() +
  shadowed(parcel() + pot(), { dx: 6, dy: 4 }) +
  place(160, 158, 0.42, -14, mapleLeaf()) +
  place(180, 166, 1, -12, leaf(30, 9, LEAF.mid, LEAF.deep)) +
  place(474, 166, 0.3, 30, mapleLeaf());
