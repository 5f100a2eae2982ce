import {
  PAPER,
  SOIL,
  STEEL,
  WOOD,
  cut,
  ellipse,
  fill,
  form,
  n,
  noise,
  place,
  stroke,
  turn,
} from "../press.mjs";
import { rivet } from "../parts.mjs";
import { seedling, soil } from "../ground.mjs";

export const tint = "mist";

const cx = 175;
const cy = 172;
const rx = 142;
const ry = 112;

function mesh() {
  let d = "";
  for (let i = -5; i <= 5; i += 1)
    d += `M${cx + i * 26} ${cy - 120}Q${cx + i * 24} ${cy} ${cx + i * 26} ${cy + 120}`;
  for (let i = -4; i <= 5; i += 1)
    d += `M${cx - 150} ${cy + i * 21}Q${cx} ${cy + 12 + i * 21} ${cx + 150} ${cy + i * 21}`;
  return stroke(d, STEEL.deep, 2.6);
}

function falling() {
  const random = noise(11);
  let out = "";
  for (let i = 0; i < 30; i += 1) {
    const x = 175 + (random() + random() - 1) * 120;
    const y = 322 + random() * 66;
    out += form(
      ellipse(x, y, 2.4 + random() * 3.4, 2 + random() * 2.4),
      i % 3 ? SOIL.mid : SOIL.deep,
      [],
      { line: 1.4 },
    );
  }
  return out;
}

export const accent = () =>
  falling() +
  soil(392, { seed: 6, depth: 36, left: 40, right: 310 }) +
  place(56, 404, 0.9, 0, seedling()) +
  place(300, 406, 0.8, 0, seedling());

export const draw = () =>
  turn(
    -7,
    cx,
    cy,
    form(
      `M${cx - rx} ${cy}V${cy + 34}A${rx} ${ry} 0 0 0 ${cx + rx} ${cy + 34}V${cy}Z`,
      WOOD.shade,
      [
        fill(`M${cx - rx} ${cy}h64V${n(cy + 170)}h-64Z`, WOOD.mid),
        fill(`M${cx - rx} ${cy}h22V${n(cy + 170)}h-22Z`, WOOD.pale),
        cut(80, 274, 168, 310, 1.6, WOOD.deep, -6),
        cut(190, 300, 276, 264, 1.6, WOOD.deep, -8),
        cut(70, 250, 130, 292, 1.4, WOOD.deep, -6),
      ],
    ),
    form(ellipse(cx, cy, rx, ry), WOOD.mid, [
      fill(`M${cx - rx} ${cy - ry}H${cx}L${cx - 40} ${cy + ry}H${cx - rx}Z`, WOOD.pale),
    ]),
    form(ellipse(cx, cy, rx - 15, ry - 14), WOOD.shade, [
      fill(ellipse(cx, cy + 26, rx - 18, ry - 22), PAPER, 0.92),
      `<g>${mesh()}</g>`,
      fill(
        `M20 ${cy - ry - 4}H330V${cy - 40}A${rx - 15} ${ry - 10} 0 0 0 40 ${cy - 40}Z`,
        WOOD.shade,
      ),
    ]),
    rivet(62, 250, 3.6),
    rivet(74, 268, 3.6),
  );
