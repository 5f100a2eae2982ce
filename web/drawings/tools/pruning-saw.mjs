import { STEEL, WOOD, cut, fill, form, grain, n, place, turn } from '../press.mjs';
import { rivet } from '../parts.mjs';
import { mapleLeaf } from '../ground.mjs';

export const tint = 'cream';

// Quadratic back and belly of the blade, from tip to heel.
const belly = (t) => [(1 - t) ** 2 * 232 + 2 * (1 - t) * t * 96 + t * t * 150, (1 - t) ** 2 * 14 + 2 * (1 - t) * t * 126 + t * t * 290];

function blade() {
  let d = 'M240 20Q236 12 230 15';
  const teeth = 30;
  for (let i = 0; i < teeth; i += 1) {
    const [x1, y1] = belly(0.02 + (i / teeth) * 0.88);
    const [x2, y2] = belly(0.02 + ((i + 1) / teeth) * 0.88);
    const [dx, dy] = [x2 - x1, y2 - y1];
    const length = Math.hypot(dx, dy);
    d += `L${n(x1)} ${n(y1)}L${n(x2 - (dy / length) * 8)} ${n(y2 + (dx / length) * 8 - 4)}L${n(x2)} ${n(y2)}`;
  }
  return `${d}L148 292L196 300C184 206 190 118 240 20Z`;
}

export const accent = () => place(296, 348, 0.95, 14, mapleLeaf()) + place(58, 404, 0.7, -30, mapleLeaf('#e3b23c', '#b98424'));

export const draw = () =>
  turn(
    10,
    175,
    225,
    form(blade(), STEEL.mid, [fill('M240 14C180 110 164 200 176 310H230V14Z', STEEL.pale), fill('M236 14C196 104 182 200 192 310H240Z', STEEL.deep, 0.7), cut(206, 76, 168, 250, 2, STEEL.deep, 14)]),
    form('M142 282Q142 272 152 273L196 278Q206 280 204 290C200 312 206 334 222 360C238 386 238 410 220 426Q206 438 188 428C184 424 188 414 182 404C168 380 138 344 142 282Z', WOOD.mid, [
      fill('M130 270H156C152 330 174 372 196 404L186 440C150 390 130 340 130 270Z', WOOD.pale),
      fill('M190 270C186 330 206 352 218 382C226 404 216 424 204 436L250 440V270Z', WOOD.shade),
      grain(156, 296, 30, 90, { count: 3, seed: 2 }),
      cut(184, 340, 212, 400, 1.4, WOOD.deep, -3),
      cut(164, 306, 190, 372, 1.4, WOOD.deep, 4),
    ]),
    rivet(162, 296, 5),
    rivet(182, 318, 5),
  );
