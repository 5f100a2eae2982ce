import { STEEL, box, fill, form, n, place, rod, turn } from "../press.mjs";
import { ferrule, shaft } from "../parts.mjs";
import { seedling } from "../ground.mjs";

export const tint = "clay";

const left = 71;
const pitch = 16;

function head() {
  let d = `M${left - 8} 374Q${left - 8} 368 ${left - 2} 368H281Q287 368 287 374V388`;
  for (let i = 13; i >= 0; i -= 1) {
    const x = left + i * pitch;
    d += `H${n(x + 5.5)}L${n(x + 3)} 420Q${n(x)} 424 ${n(x - 3)} 420L${n(x - 5.5)} 388`;
  }
  return `${d}H${left - 8}Z`;
}

export const accent = () =>
  place(44, 330, 0.9, -4, seedling()) + place(320, 420, 0.8, 4, seedling());

export const draw = () =>
  turn(
    -12,
    175,
    225,
    rod("M172 296C172 342 74 312 74 372", 10, STEEL.mid, STEEL.pale),
    rod("M178 296C178 342 276 312 276 372", 10, STEEL.deep, STEEL.mid),
    shaft(175, 12, 270, 20, 4),
    ferrule(175, 252, 306, 24, 18),
    form(head(), STEEL.mid, [
      fill(box(60, 366, 230, 7), STEEL.pale),
      fill(box(60, 381, 230, 8), STEEL.deep),
      ...Array.from({ length: 14 }, (_, i) =>
        fill(box(left + i * pitch + 1, 388, 8, 40), STEEL.deep),
      ),
    ]),
  );
