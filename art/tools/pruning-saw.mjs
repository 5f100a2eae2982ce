import { STEEL, WOOD, cut, fill, form, grain, n, place, turn } from "../press.mjs";
import { rivet } from "../parts.mjs";
import { mapleLeaf } from "../ground.mjs";

export const tint = "cream";

// The cutting edge is the hollow of the curve: a saw that is pulled bites with its inside.
const edge = (t) => [
  (1 - t) ** 2 * 250 + 2 * (1 - t) * t * 172 + t * t * 190,
  (1 - t) ** 2 * 22 + 2 * (1 - t) * t * 130 + t * t * 288,
];

function blade() {
  let d = "M244 12Q254 12 251 22";
  const teeth = 26;
  for (let i = 0; i < teeth; i += 1) {
    const [x1, y1] = edge(0.01 + (i / teeth) * 0.9);
    const [x2, y2] = edge(0.01 + ((i + 1) / teeth) * 0.9);
    const length = Math.hypot(x2 - x1, y2 - y1);
    const [nx, ny] = [(y2 - y1) / length, -(x2 - x1) / length];
    d += `L${n(x1)} ${n(y1)}L${n(x1 + (x2 - x1) * 0.8 + nx * 9)} ${n(y1 + (y2 - y1) * 0.8 + ny * 9)}L${n(x2)} ${n(y2)}`;
  }
  return `${d}L192 298L144 292C122 190 152 84 236 14Q240 11 244 12Z`;
}

export const accent = () =>
  place(298, 330, 0.95, 14, mapleLeaf()) +
  place(60, 396, 0.7, -30, mapleLeaf("#e3b23c", "#b98424"));

export const draw = () =>
  turn(
    4,
    175,
    225,
    form(blade(), STEEL.mid, [
      fill("M246 6C160 84 136 190 158 310H110V6Z", STEEL.pale),
      fill("M260 6C186 104 168 200 184 310H240Z", STEEL.deep, 0.75),
      cut(196, 86, 158, 250, 2, STEEL.mid, 18),
    ]),
    form(
      "M140 284Q139 273 150 274L192 279Q203 280 202 292C198 314 206 334 224 360C242 386 244 412 224 428Q208 440 190 430C185 426 188 416 182 406C166 380 142 346 140 284Z",
      WOOD.mid,
      [
        fill("M130 270H155C152 330 176 374 198 406L188 444C150 390 130 340 130 270Z", WOOD.pale),
        fill("M188 270C186 330 208 354 222 384C230 406 220 426 208 438L254 440V270Z", WOOD.shade),
        grain(156, 296, 30, 90, { count: 3, seed: 2 }),
        cut(184, 340, 214, 404, 1.4, WOOD.deep, -3),
        cut(164, 306, 192, 376, 1.4, WOOD.deep, 4),
      ],
    ),
    rivet(160, 298, 5),
    rivet(182, 316, 5),
  );
