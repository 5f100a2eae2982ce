import {
  INK,
  SOIL,
  STEEL,
  WOOD,
  cut,
  ellipse,
  fill,
  form,
  grain,
  place,
  stroke,
} from "../press.mjs";
import { tGrip } from "../parts.mjs";
import { seedling, soil } from "../ground.mjs";

export const tint = "clay";

const body = "M150 58H200C204 84 220 108 217 148L202 300H148L133 148C130 108 146 84 150 58Z";
const shoe = "M148 296H202L196 336L181 380Q175 390 169 380L154 336Z";

export const accent = () =>
  soil(384, { seed: 9, depth: 40 }) +
  place(64, 388, 1, 0, seedling()) +
  place(286, 390, 1.1, 0, seedling());

export const draw = () =>
  [
    form(body, WOOD.mid, [
      fill("M130 70H158C150 130 158 220 164 310H130Z", WOOD.pale),
      fill("M192 70H220V310H182C194 220 200 130 192 70Z", WOOD.shade),
      grain(152, 84, 50, 210, { count: 7, seed: 4, weight: 1.3 }),
      ...[170, 202, 234, 266].map((y) =>
        stroke(`M130 ${y}Q175 ${y + 10} 220 ${y}`, WOOD.deep, 3.2),
      ),
    ]),
    `<g transform="translate(175 52) scale(1.35) translate(-175 -28)">${tGrip(175, 16, 62)}</g>`,
    form(shoe, STEEL.mid, [
      fill("M140 290H166L172 390H150Z", STEEL.pale),
      fill("M186 290H210V390H178Z", STEEL.deep),
      cut(176, 306, 175, 366, 2, STEEL.pale),
    ]),
    form(ellipse(175, 394, 50, 11), SOIL.deep, [fill(ellipse(175, 398, 40, 8), INK)], {
      line: 2.6,
    }),
    form(
      "M154 336L196 336L186 368Q184 396 175 396Q166 396 164 368Z",
      STEEL.mid,
      [fill("M150 330H170V400H160Z", STEEL.pale), fill("M184 330H200V390L178 398Z", STEEL.deep)],
      { line: 0 },
    ),
    stroke("M154 336L166 372M196 336L184 372", INK, 3.4),
    cut(120, 396, 230, 398, 2, SOIL.pale, 12),
  ].join("");
