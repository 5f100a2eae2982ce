import {
  CLAY,
  STEEL,
  WOOD,
  circle,
  cut,
  fill,
  form,
  grain,
  mirror,
  place,
  turn,
} from "../press.mjs";
import { rivet } from "../parts.mjs";
import { sprig } from "../ground.mjs";

export const tint = "mist";

const arm = "M150 168L176 180C164 232 132 290 112 352L90 344C108 280 132 220 150 168Z";
const grip = "M113 332C106 366 96 396 86 420Q80 432 68 428Q57 423 60 411C68 384 80 356 90 326Z";
const strap =
  "M170 144Q184 132 196 144Q202 152 194 164C180 188 172 208 164 230Q156 242 146 236Q138 232 141 222C148 194 156 166 170 144Z";

const limb = (light) => [
  form(arm, WOOD.mid, [
    light
      ? fill("M140 150L158 172C138 230 110 290 98 350H70V150Z", WOOD.pale)
      : fill("M190 160L164 176C148 230 116 300 104 352H200Z", WOOD.pale),
    light
      ? fill("M184 168L172 186C158 238 128 300 110 360L190 330Z", WOOD.shade)
      : fill("M140 150L156 174C136 230 108 290 96 350H70V150Z", WOOD.shade),
    grain(96, 220, 60, 110, { count: 4, seed: 5 }),
  ]),
  form(grip, CLAY.mid, [
    light
      ? fill("M86 320L96 328C86 360 76 390 64 430L40 420Z", CLAY.pale)
      : fill("M80 320L98 330C88 364 76 396 66 432L40 420Z", CLAY.deep),
    cut(74, 398, 94, 404, 2, CLAY.deep),
    cut(78, 384, 98, 390, 2, CLAY.deep),
    cut(82, 370, 102, 376, 2, CLAY.deep),
  ]),
];

const hook =
  "M178 168C146 148 124 116 128 78C130 56 142 38 158 30Q168 30 166 42C158 72 168 100 200 128L206 150Z";
const blade = "M188 158C180 120 188 66 228 24C246 60 244 118 212 156Z";

export const accent = () =>
  place(175, 448, 0.86, 0, sprig({ height: 150, pairs: 5, size: 44, bend: 4 }));

export const draw = () =>
  turn(
    4,
    175,
    225,
    mirror(
      179,
      ...limb(false),
      form(strap, STEEL.deep, [fill("M186 130L210 140L176 236H158Z", STEEL.mid)]),
    ),
    form(hook, STEEL.deep, [
      fill("M158 20C140 60 152 110 206 140V20Z", STEEL.mid),
      cut(140, 66, 168, 128, 2.4, STEEL.pale, 10),
    ]),
    ...limb(true),
    form(strap, STEEL.mid, [fill("M150 130H182C164 164 154 206 144 240H130Z", STEEL.pale)]),
    form(blade, STEEL.mid, [
      fill("M228 24C200 64 190 110 198 158H170V24Z", STEEL.pale),
      fill("M228 24C238 70 228 120 204 160H260V24Z", STEEL.deep),
    ]),
    form(circle(185, 150, 18), STEEL.mid, [fill(circle(179, 143, 14), STEEL.pale)]),
    rivet(185, 150, 5),
    rivet(151, 218, 3),
    rivet(208, 218, 3),
  );
