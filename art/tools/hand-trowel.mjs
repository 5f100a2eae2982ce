import { STEEL, cut, fill, form, place, rod, turn } from "../press.mjs";
import { ferrule, turnedHandle } from "../parts.mjs";
import { seeds, sprig } from "../ground.mjs";

export const tint = "clay";

const blade =
  "M175 232C214 232 240 252 240 288C240 344 206 396 175 434C144 396 110 344 110 288C110 252 136 232 175 232Z";

export const accent = () =>
  place(52, 424, 0.92, -4, sprig({ height: 150, pairs: 5, size: 46 })) +
  place(270, 414, 1, 0, seeds(3, 6, 60));

export const draw = () =>
  turn(
    24,
    175,
    225,
    rod("M175 168C175 190 168 208 175 244", 15, STEEL.mid, STEEL.pale),
    ferrule(175, 152, 180, 28, 20),
    turnedHandle(175, 14),
    form(blade, STEEL.mid, [
      fill("M175 226C140 236 124 262 128 300C134 352 156 400 175 440L100 440V226Z", STEEL.pale),
      fill("M175 222C206 232 224 258 220 300C214 352 192 400 175 440L260 440V222Z", STEEL.deep),
      fill("M175 262C184 300 184 370 175 412C166 370 166 300 175 262Z", STEEL.deep, 0.8),
      cut(154, 262, 160, 368, 2, STEEL.pale, 6),
      cut(134, 268, 146, 360, 2, STEEL.mid, 6),
      cut(214, 270, 204, 354, 2, STEEL.mid, -6),
    ]),
    form("M166 226H184L182 252Q175 270 168 252Z", STEEL.mid, [
      fill("M160 220H173V270H160Z", STEEL.pale),
    ]),
  );
