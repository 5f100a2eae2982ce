import { STEEL, cut, fill, form, place, rod, turn } from "../press.mjs";
import { ferrule, rivet, shaft } from "../parts.mjs";
import { sprig } from "../ground.mjs";

export const tint = "sun";

export const accent = () =>
  place(286, 432, 0.9, 10, sprig({ height: 140, pairs: 4, size: 48, bend: -14 }));

export const draw = () =>
  turn(
    14,
    175,
    225,
    shaft(175, 10, 262, 20, 9),
    rod("M175 282C175 330 226 306 226 344C226 368 186 366 176 392", 13, STEEL.mid, STEEL.pale),
    ferrule(175, 244, 298, 24, 19),
    form(
      "M112 372Q112 366 118 366L230 366Q236 366 237 372L247 420Q248 428 240 428L108 428Q100 428 101 420Z",
      STEEL.mid,
      [
        fill("M90 360H140L132 430H90Z", STEEL.pale),
        fill("M204 360H260V430H214Z", STEEL.deep),
        fill("M90 415H260V432H90Z", STEEL.pale),
        cut(128, 376, 122, 412, 1.8, STEEL.mid),
        cut(222, 376, 228, 410, 1.8, STEEL.mid),
        cut(150, 376, 148, 410, 1.6, STEEL.pale),
      ],
    ),
    form(
      "M158 366Q158 356 175 356Q192 356 192 366V386Q192 396 175 402Q158 396 158 386Z",
      STEEL.deep,
      [fill("M150 350H170V404H150Z", STEEL.mid)],
    ),
    rivet(175, 380),
  );
