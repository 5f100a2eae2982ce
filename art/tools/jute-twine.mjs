import {
  CLAY,
  INK,
  SOIL,
  circle,
  cut,
  ellipse,
  fill,
  form,
  n,
  place,
  rod,
  stroke,
} from "../press.mjs";
import { sprig } from "../ground.mjs";

export const tint = "cream";

const JUTE = { deep: "#8a6434", shade: "#b98a4c", mid: "#d3a966", pale: "#ecd09b" };
const body = "M86 128C70 170 70 280 86 330Q175 372 264 330C280 280 280 170 264 128Q175 160 86 128Z";

function windings() {
  let out = "";
  for (let i = 0; i < 17; i += 1) {
    const y = 108 + i * 15;
    out +=
      cut(66, y + 26, 284, y + (i % 2 ? 6 : 18), 5.4, i % 3 === 0 ? JUTE.pale : JUTE.shade, -26) +
      stroke(`M66 ${y + 32}Q175 ${y + 62} 284 ${y + 16}`, JUTE.deep, 1.8);
  }
  for (let i = 0; i < 6; i += 1)
    out +=
      stroke(`M${82 + i * 9} 110Q${150 + i * 6} 240 ${240 + i * 8} 350`, JUTE.deep, 9) +
      stroke(
        `M${82 + i * 9} 110Q${150 + i * 6} 240 ${240 + i * 8} 350`,
        i % 2 ? JUTE.pale : JUTE.mid,
        6,
      );
  return out;
}

export const accent = () => place(56, 440, 0.8, -10, sprig({ height: 120, pairs: 4, size: 44 }));

export const draw = () =>
  [
    form(body, JUTE.mid, [
      windings(),
      fill("M226 110C246 180 246 280 222 360H300V110Z", JUTE.deep, 0.45),
    ]),
    form(ellipse(175, 122, 92, 30), JUTE.pale, [
      stroke(ellipse(175, 122, 76, 24), JUTE.deep, 2.2),
      stroke(ellipse(175, 122, 60, 19), JUTE.deep, 2.2),
      stroke(ellipse(175, 122, 46, 14), JUTE.deep, 2.2),
    ]),
    form(ellipse(175, 121, 32, 10.5), SOIL.deep, [fill(ellipse(175, 126, 26, 7), INK)]),
    rod(
      "M250 300C300 330 316 372 270 388C222 404 188 386 150 396C128 402 116 412 104 426",
      7,
      JUTE.mid,
      JUTE.pale,
      { line: 1.8 },
    ),
    form(`M74 208Q175 246 276 208L276 ${n(268)}Q175 306 74 268Z`, CLAY.mid, [
      fill("M70 200H110V300H70Z", CLAY.pale),
      fill("M236 200H290V300H236Z", CLAY.deep),
      stroke("M70 218Q175 256 280 218M70 260Q175 298 280 260", "#fbf8f1", 2.4),
    ]),
    form(circle(175, 258, 19), "#fbf8f1", [], { line: 2.4 }),
    `<g transform="translate(175 268) scale(.5)">${stroke("M0 0V-30", "#2f5d3a", 5)}${fill("M0 -16C-26 -16 -28 -36 -26 -40C-6 -40 0 -28 0 -16ZM0 -20C0 -36 10 -44 28 -42C28 -26 18 -18 0 -20Z", "#2f5d3a")}</g>`,
  ].join("");
