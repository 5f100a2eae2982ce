import { INK, LEAF, STEEL, box, cut, fill, form, place, rod, stroke } from "../press.mjs";
import { daisy, grass } from "../ground.mjs";

export const tint = "leaf";

/** One side: an arch of tube seen from three quarters, with a foam sleeve on top and rubber feet. */
function side(x, tone, light) {
  const arch = `M${x - 34} 412V142Q${x - 34} 112 ${x - 16} 104L${x + 20} 86Q${x + 40} 80 ${x + 40} 108V372`;
  const sleeve = `M${x - 26} 110L${x + 30} 84`;
  return (
    rod(`M${x - 34} 352L${x + 40} 316`, 9, tone, light) +
    rod(arch, 14, tone, light) +
    stroke(sleeve, INK, 24) +
    stroke(sleeve, STEEL.dark, 17) +
    `<g transform="translate(-2 -4)">${stroke(sleeve, STEEL.deep, 4)}</g>` +
    stroke(`M${x - 34} 400V412M${x + 40} 360V372`, INK, 19)
  );
}

export const accent = () => place(10, 428, 1, 0, grass(330, { blades: 22, height: 34, seed: 21 }));

export const front = () => place(30, 420, 0.95, 0, daisy(17)) + place(222, 430, 0.7, 0, daisy(17));

export const draw = () =>
  [
    side(266, STEEL.deep, STEEL.mid),
    form(
      "M54 268L124 226Q130 222 138 222H300Q308 222 304 230L246 268Q240 272 232 272H62Q48 274 54 268Z",
      LEAF.mid,
      [
        fill("M40 280L130 216H166L100 280Z", LEAF.pale),
        fill("M240 216H320L250 280H210Z", LEAF.deep, 0.5),
        cut(168, 236, 252, 236, 2.4, LEAF.pale),
        cut(128, 256, 206, 256, 2.4, LEAF.deep),
      ],
    ),
    form("M52 268H240V296Q240 304 232 304H60Q52 304 52 296Z", LEAF.deep, [
      fill(box(50, 262, 56, 50), LEAF.mid),
      cut(120, 286, 216, 287, 2, LEAF.mid),
    ]),
    form("M240 270L305 228V252Q305 257 300 260L247 298Q240 302 240 292Z", LEAF.deep, [
      fill("M236 272L310 222V300H236Z", INK, 0.28),
    ]),
    side(84, STEEL.mid, STEEL.pale),
  ].join("");
