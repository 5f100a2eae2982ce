import {
  INK,
  STEEL,
  WOOD,
  cut,
  ellipse,
  fill,
  form,
  grain,
  hatch,
  n,
  place,
  rod,
  stroke,
} from "../press.mjs";
import { rivet } from "../parts.mjs";
import { tulip } from "../ground.mjs";

export const tint = "sun";

function barrel() {
  let d = "M100 222L118 396";
  const teeth = 9;
  for (let i = 0; i < teeth; i += 1) {
    const x = 118 + ((i + 0.5) * 114) / teeth;
    const t = (x - 175) / 57;
    const y = 396 + 18 * Math.sqrt(Math.max(0, 1 - t * t));
    const xe = 118 + ((i + 1) * 114) / teeth;
    const te = (xe - 175) / 57;
    const ye = 396 + 18 * Math.sqrt(Math.max(0, 1 - te * te)) - 4;
    d += `L${n(x)} ${n(y + 8)}L${n(xe)} ${n(ye)}`;
  }
  return `${d}L250 222A75 17 0 0 1 100 222Z`;
}

export const accent = () =>
  place(46, 436, 0.96, -6, tulip()) + place(302, 438, 0.98, 6, tulip("#e3b23c", "#b98424"));

export const draw = () =>
  [
    rod("M104 228C92 150 98 118 110 82", 15, STEEL.mid, STEEL.pale),
    rod("M246 228C258 150 252 118 240 82", 15, STEEL.deep, STEEL.mid),
    rod("M128 118C150 138 200 138 222 118", 10, STEEL.mid, STEEL.pale),
    rod("M175 132V210", 9, STEEL.deep, STEEL.mid),
    form(
      "M62 62Q62 40 84 40Q175 30 266 40Q288 40 288 62Q288 84 266 84Q175 92 84 84Q62 84 62 62Z",
      WOOD.mid,
      [
        fill("M50 30H300V52Q175 44 50 52Z", WOOD.pale),
        fill("M50 72Q175 82 300 72V100H50Z", WOOD.shade),
        `<g transform="rotate(90 175 62)">${grain(160, -30, 30, 190, { count: 5, seed: 7 })}</g>`,
        stroke("M92 36Q86 62 92 88M258 36Q264 62 258 88", WOOD.deep, 3),
      ],
    ),
    rivet(110, 64, 5),
    rivet(240, 64, 5),
    form(ellipse(175, 222, 75, 17), STEEL.dark, [fill(ellipse(175, 230, 66, 12), INK)]),
    rod("M175 196V226", 9, STEEL.deep, STEEL.mid),
    form(barrel(), STEEL.mid, [
      fill("M90 210H136L146 430H90Z", STEEL.pale),
      fill("M214 210H260V430H200Z", STEEL.deep),
      cut(166, 248, 168, 400, 3, STEEL.pale),
      hatch(232, 250, 220, 396, { count: 9, length: 18, angle: 6, colour: STEEL.dark }),
      stroke(
        "M94 268Q175 294 256 268M98 306Q175 332 252 306M102 344Q175 370 248 344",
        INK,
        2.6,
        0.75,
      ),
    ]),
    stroke("M100 222A75 17 0 0 0 250 222", INK, 3.4),
    rivet(105, 234, 4),
    rivet(245, 234, 4),
  ].join("");
