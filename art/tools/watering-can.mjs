import {
  STEEL,
  SUN,
  ellipse,
  box,
  circle,
  cut,
  fill,
  form,
  hatch,
  place,
  rod,
  turn,
} from "../press.mjs";
import { daisy, grass } from "../ground.mjs";

export const tint = "leaf";

const body = "M150 196L276 196L290 386Q290 404 213 404Q136 404 136 386Z";
const spout = "M146 372L150 318C120 290 96 244 78 190L58 200C76 268 108 340 146 372Z";
const rose = "M82 188L56 202L22 172Q26 144 68 140Z";

export const accent = () =>
  place(40, 430, 1, 0, grass(270, { blades: 22, height: 26, seed: 8 })) +
  place(52, 402, 0.9, 0, daisy(20));

export const draw = () =>
  [
    rod("M262 220C340 196 346 322 286 352", 13, STEEL.mid, STEEL.pale),
    rod("M160 200C164 92 262 92 266 200", 13, STEEL.mid, STEEL.pale),
    rod("M96 236L152 222", 7, STEEL.mid),
    form(spout, STEEL.mid, [
      fill("M58 190C80 260 110 330 150 374L120 380L40 210Z", STEEL.deep),
      cut(78, 206, 138, 316, 3, STEEL.pale, -8),
    ]),
    form(rose, SUN.mid, [
      fill("M22 172L68 140L74 154L34 184Z", SUN.pale),
      fill("M34 184L82 150V210H50Z", SUN.deep, 0.6),
    ]),
    turn(
      -36,
      45,
      156,
      form(
        ellipse(45, 156, 29, 8),
        SUN.pale,
        [
          fill(
            circle(32, 156, 1.8) +
              circle(40, 153, 1.8) +
              circle(48, 158, 1.8) +
              circle(56, 155, 1.8),
            SUN.deep,
          ),
        ],
        { line: 2.8 },
      ),
    ),
    form(body, STEEL.mid, [
      fill("M130 190H176L170 410H120Z", STEEL.pale),
      fill("M244 190H300V410H256Z", STEEL.deep),
      cut(188, 214, 186, 388, 3, STEEL.pale),
      cut(236, 214, 244, 384, 2, STEEL.deep),
      hatch(262, 226, 276, 384, {
        count: 12,
        length: 20,
        angle: 4,
        colour: STEEL.dark,
        weight: 1.3,
      }),
      fill("M120 372Q213 396 306 372V382Q213 406 120 382Z", STEEL.dark, 0.55),
      fill("M130 232Q213 248 296 232V240Q213 256 130 240Z", STEEL.dark, 0.4),
    ]),
    form(ellipse(213, 196, 63, 15), STEEL.deep, [fill(ellipse(213, 203, 56, 12), STEEL.dark)]),
    form(
      "M150 196A63 15 0 0 0 276 196L268 210Q213 226 160 210Z",
      STEEL.pale,
      [fill(box(228, 190, 60, 40), STEEL.mid)],
      { line: 2.6 },
    ),
  ].join("");
