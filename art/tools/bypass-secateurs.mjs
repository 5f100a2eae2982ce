import { CLAY, STEEL, circle, cut, ellipse, fill, form, place, rod, turn } from "../press.mjs";
import { rivet } from "../parts.mjs";
import { daisy } from "../ground.mjs";

export const tint = "leaf";

const blade = "M150 196C132 150 136 82 166 26C194 62 206 130 192 190L186 214L158 214Z";
const hook =
  "M196 210C206 176 226 158 226 116C226 96 222 82 216 70C246 84 262 122 252 164C244 194 226 206 214 222Z";
const handle =
  "M156 178C146 216 104 268 96 336C94 366 98 396 108 414Q114 424 124 420Q133 416 131 404C124 360 146 304 184 246Q198 222 198 196Z";

const grip = (tones) => form(handle, CLAY.mid, tones);

export const accent = () => place(298, 408, 1.25, 0, daisy()) + place(250, 428, 0.75, 20, daisy());

export const draw = () =>
  turn(
    16,
    175,
    225,
    `<g transform="translate(356 2) scale(-1 1)">${grip([fill("M170 160C150 240 110 280 112 430H60V160Z", CLAY.deep), cut(146, 236, 110, 332, 2, CLAY.pale)])}</g>`,
    form(hook, STEEL.deep, [
      fill("M216 70C262 110 246 176 206 214L260 214V70Z", STEEL.mid),
      cut(240, 104, 240, 170, 2, STEEL.pale, 6),
    ]),
    ...[0, 1, 2, 3, 4].map((i) =>
      rod(`M${146 + i * 13} 268L${152 + i * 13} 302`, 7, STEEL.mid, STEEL.pale, { line: 1.7 }),
    ),
    form(blade, STEEL.mid, [
      fill("M166 26C196 70 208 140 190 214H220V26Z", STEEL.pale),
      fill("M120 20H166C146 90 144 150 166 214H120Z", STEEL.deep),
      cut(168, 62, 174, 176, 2, STEEL.pale, -5),
    ]),
    grip([
      fill("M150 176C142 220 96 272 92 340L96 420H70V170Z", CLAY.pale),
      fill("M204 190C180 260 128 310 130 424L150 424V200Z", CLAY.deep),
      cut(142, 238, 112, 318, 2.2, CLAY.pale, 4),
    ]),
    form(circle(177, 206, 22), STEEL.mid, [fill(ellipse(168, 196, 16, 14), STEEL.pale)]),
    form(circle(177, 206, 9), STEEL.deep, [], { line: 2.6 }),
    rivet(177, 206, 3),
  );
