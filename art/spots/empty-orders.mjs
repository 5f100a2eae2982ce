// A harvest crate with nothing in it yet.
import {
  INK,
  LEAF,
  SOIL,
  WOOD,
  box,
  cut,
  ellipse,
  fill,
  form,
  place,
  shadowed,
} from "../press.mjs";
import { leaf, mapleLeaf } from "../ground.mjs";
import { plank } from "../scenery.mjs";

export const size = [320, 240];

export const draw = () =>
  fill(ellipse(160, 128, 138, 100), "#e9efde") +
  fill(ellipse(160, 212, 128, 14), SOIL.mid, 0.18) +
  shadowed(
    form("M58 96L86 70H234L262 96V120H58Z", WOOD.shade, [
      fill("M72 100L94 78H226L248 100V124H72Z", INK, 0.72),
      cut(110, 84, 210, 84, 2, WOOD.deep),
    ]) +
      [98, 134, 170].map((y, i) => plank(50, y, 220, 32, i + 2)).join("") +
      form(box(50, 92, 20, 118, 3), WOOD.shade, [fill(box(50, 92, 7, 118), WOOD.mid)]) +
      form(box(250, 92, 20, 118, 3), WOOD.shade, [fill(box(250, 92, 7, 118), WOOD.mid)]) +
      form(
        "M132 144Q132 138 138 138H182Q188 138 188 144V150Q188 160 178 160H142Q132 160 132 150Z",
        INK,
        [fill(box(130, 150, 60, 12), SOIL.deep)],
      ),
    { dx: 6, dy: 4 },
  ) +
  place(208, 74, 1, -28, leaf(46, 14, LEAF.mid, LEAF.deep)) +
  place(286, 200, 0.5, 24, mapleLeaf()) +
  place(32, 206, 1, -8, leaf(34, 10, LEAF.pale, LEAF.mid));
