import {
  CLAY,
  LEAF,
  SUN,
  box,
  cut,
  fill,
  form,
  hatch,
  mirror,
  place,
  stroke,
  turn,
} from "../press.mjs";
import { sprig } from "../ground.mjs";

export const tint = "clay";

const hand =
  "M120 302C116 266 100 238 90 208C82 184 70 166 58 148Q50 132 64 125Q78 120 89 134C100 148 108 160 117 170C116 134 110 98 107 64Q106 44 123 42Q139 41 142 58C147 90 150 114 153 134C155 104 154 74 154 44Q155 24 171 24Q188 24 188 44C189 76 188 106 187 134C192 110 198 84 203 60Q208 44 222 48Q237 52 234 70C229 98 224 126 219 152C227 138 234 122 241 108Q249 95 262 101Q274 109 268 124C255 162 246 200 242 234C238 262 234 280 234 302Z";
const cuff = "M110 298Q176 314 244 298L254 368Q256 381 244 384Q176 398 108 384Q96 381 98 368Z";

/** Light down the left of each finger, shade down its right; `palm` shows the inside of the hand. */
const glove = (palm) =>
  form(hand, SUN.mid, [
    cut(63, 134, 108, 206, 7, SUN.pale, 3),
    cut(118, 46, 128, 170, 6, SUN.pale, -2),
    cut(163, 28, 163, 160, 6, SUN.pale),
    cut(212, 54, 194, 160, 6, SUN.pale, 3),
    cut(254, 106, 222, 196, 6, SUN.pale, 3),
    fill("M96 200C110 236 126 262 132 310H100L80 210Z", SUN.pale),
    fill("M270 100C246 160 222 220 220 310H290V100Z", SUN.deep),
    cut(136, 46, 149, 150, 4, SUN.deep),
    cut(184, 32, 184, 146, 4.4, SUN.deep),
    cut(232, 58, 214, 160, 4.4, SUN.deep),
    palm
      ? stroke(
          "M118 184C138 208 146 240 144 284M148 178C168 190 198 188 218 172M140 214C164 230 194 224 216 204",
          SUN.deep,
          3.2,
        )
      : stroke(
          "M136 152C138 190 142 214 146 236M171 150V232M204 156C200 190 196 214 194 236",
          SUN.deep,
          3,
        ) + stroke("M118 262Q176 276 232 262", SUN.deep, 3),
    cut(117, 168, 124, 196, 1.6, CLAY.deep),
    hatch(208, 216, 214, 292, { count: 7, length: 22, angle: 10, colour: CLAY.mid, weight: 1.1 }),
  ]) +
  form(cuff, LEAF.mid, [
    fill(box(90, 290, 44, 110), LEAF.pale),
    fill(box(210, 290, 60, 110), LEAF.deep),
    fill("M90 366Q176 384 264 366V404H90Z", LEAF.deep, 0.7),
    ...[128, 148, 168, 188, 208, 228].map((x) => cut(x, 316, x - 1, 362, 1.2, LEAF.deep)),
  ]);

export const accent = () =>
  place(46, 442, 0.8, -4, sprig({ height: 120, pairs: 4, size: 42, bend: 8 })) +
  place(306, 446, 0.8, 6, sprig({ height: 110, pairs: 4, size: 40, bend: -8 }));

export const draw = () =>
  mirror(175, turn(-8, 175, 400, place(2, 22, 0.82, 0, glove(false)))) +
  turn(-12, 175, 400, place(8, 78, 0.84, 0, glove(true)));
