import { STEEL, cut, fill, form, place, turn } from "../press.mjs";
import { rivet, shaft, tGrip } from "../parts.mjs";
import { grass } from "../ground.mjs";

export const tint = "mist";

const blade =
  "M84 320Q84 312 92 312H258Q266 312 266 320C266 384 226 428 175 428C124 428 84 384 84 320Z";

export const accent = () =>
  place(14, 430, 1, 0, grass(120, { blades: 10, height: 36, seed: 3 })) +
  place(244, 430, 1, 0, grass(90, { blades: 8, height: 30, seed: 9 }));

export const draw = () =>
  turn(
    -11,
    175,
    225,
    shaft(175, 30, 260, 22, 3),
    tGrip(175, 16, 58),
    form(blade, STEEL.mid, [
      fill("M80 310H138C128 352 138 396 160 430H80Z", STEEL.pale),
      fill("M206 310H270V430H186C208 396 216 352 206 310Z", STEEL.deep),
      fill("M84 330C90 380 128 416 175 416C222 416 260 380 266 330L280 440H70Z", STEEL.pale, 0.9),
      fill("M80 310H270V324H80Z", STEEL.dark),
      cut(116, 334, 134, 390, 2, STEEL.mid, 4),
      cut(232, 334, 216, 388, 2, STEEL.mid, -4),
    ]),
    form("M161 232H189L194 300Q192 340 175 366Q158 340 156 300Z", STEEL.mid, [
      fill("M150 232H169L167 350L150 320Z", STEEL.pale),
      fill("M181 232H200V340L177 364Z", STEEL.deep),
    ]),
    rivet(175, 252),
    rivet(175, 284),
  );
