import { INK, SOIL, STEEL, fill, form, n, noise, place } from "../press.mjs";
import { seedling, seeds } from "../ground.mjs";

export const tint = "leaf";

// The tray seen from the front and above: four columns and six rows between two parallel edges.
const far = { y: 104, left: 86, right: 264 };
const near = { y: 352, left: 34, right: 316 };
const at = (u, v) => {
  const w = v / (1.55 - 0.55 * v);
  return [
    far.left +
      (near.left - far.left) * w +
      (far.right - far.left + (near.right - near.left - far.right + far.left) * w) * u,
    far.y + (near.y - far.y) * w,
  ];
};
const quad = (u1, v1, u2, v2) =>
  `M${[at(u1, v1), at(u2, v1), at(u2, v2), at(u1, v2)].map(([x, y]) => `${n(x)} ${n(y)}`).join("L")}Z`;

export const accent = () => place(175, 418, 1, 0, seeds(7, 8, 70));

export function draw() {
  const random = noise(5);
  let cells = "";
  for (let row = 0; row < 6; row += 1) {
    for (let column = 0; column < 4; column += 1) {
      const [u, v] = [0.05 + column * 0.23, 0.045 + row * 0.155];
      cells += form(
        quad(u, v, u + 0.21, v + 0.135),
        SOIL.mid,
        [
          fill(quad(u, v, u + 0.21, v + 0.05), SOIL.deep),
          fill(quad(u + 0.03, v + 0.09, u + 0.1, v + 0.105), SOIL.pale),
        ],
        { line: 2.4 },
      );
    }
    for (let column = 0; column < 4; column += 1) {
      const [x, y] = at(0.155 + column * 0.23, 0.12 + row * 0.155);
      cells += place(
        x,
        y,
        (0.62 + row * 0.07) * (0.86 + random() * 0.3),
        (random() - 0.5) * 16,
        seedling(),
      );
    }
  }
  return (
    form("M26 352H324L314 388Q312 396 304 396H46Q38 396 36 388Z", STEEL.dark, [
      fill("M20 350H120L116 400H20Z", STEEL.deep),
      fill("M20 352H330V362H20Z", INK, 0.6),
    ]) +
    form(`M78 98H272L326 350Q328 358 320 358H30Q22 358 24 350Z`, STEEL.deep, [
      fill("M78 94H94L44 358H20Z", STEEL.mid),
      fill("M20 352H330V360H20Z", STEEL.mid),
    ]) +
    cells
  );
}
