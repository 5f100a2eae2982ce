import { STEEL, cut, fill, form, place, turn } from "../press.mjs";
import { dGrip, rivet, shaft } from "../parts.mjs";
import { sprig } from "../ground.mjs";

export const tint = "leaf";

const blade =
  "M112 286Q112 274 124 274H226Q238 274 238 286L231 384Q228 408 208 420Q191 429 175 432Q159 429 142 420Q122 408 119 384Z";
const socket = "M162 206H188L193 282Q192 318 175 352Q158 318 157 282Z";

export const accent = () => place(64, 424, 0.95, -6, sprig({ height: 150, pairs: 5, size: 46 }));

export const draw = () =>
  turn(
    13,
    175,
    225,
    shaft(175, 90, 230, 22, 2),
    dGrip(175, 18),
    form(blade, STEEL.mid, [
      fill("M100 270H140C134 320 138 380 158 436H100Z", STEEL.pale),
      fill("M190 270H250V440H184C202 380 202 330 190 270Z", STEEL.deep),
      fill("M112 392Q175 444 240 392L230 446H122Z", STEEL.pale, 0.85),
      fill("M106 270H246V284H106Z", STEEL.dark),
      cut(150, 308, 156, 394, 2, STEEL.mid),
      cut(128, 298, 134, 376, 1.6, STEEL.mid),
      cut(212, 306, 206, 386, 2, STEEL.mid),
      cut(227, 298, 222, 366, 1.5, STEEL.mid),
    ]),
    form(socket, STEEL.mid, [
      fill("M150 206H170L168 340L150 300Z", STEEL.pale),
      fill("M180 206H200V330L176 350Z", STEEL.deep),
    ]),
    rivet(175, 226),
    rivet(175, 256),
  );
