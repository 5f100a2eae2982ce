import { STEEL, box, fill, form, place, rod, turn } from "../press.mjs";
import { ferrule, turnedHandle } from "../parts.mjs";
import { fern } from "../ground.mjs";

export const tint = "sun";

const head =
  "M163 240Q175 230 187 240Q192 256 214 258Q236 262 237 288L232 400L224 432L216 400L213 296Q212 284 202 284Q190 284 190 298L186 406L175 438L164 406L160 298Q160 284 148 284Q138 284 137 296L134 400L126 432L118 400L113 288Q114 262 136 258Q158 256 163 240Z";

export const accent = () => place(62, 434, 1.25, -4, fern(120));

export const draw = () =>
  turn(
    -22,
    175,
    225,
    rod("M175 168C175 190 182 208 175 246", 15, STEEL.mid, STEEL.pale),
    ferrule(175, 152, 180, 28, 20),
    turnedHandle(175, 14, 8),
    form(head, STEEL.mid, [
      fill("M163 236Q160 268 132 270Q124 276 126 432H100V256L160 240Z", STEEL.pale),
      fill("M175 290H166V420L175 440Z", STEEL.pale),
      fill("M216 290L222 430H214V280Z", STEEL.pale),
      fill(box(177, 290, 20, 150), STEEL.deep),
      fill(box(127, 292, 14, 140), STEEL.deep),
      fill("M225 300L240 280V430H225Z", STEEL.deep),
      fill("M188 236Q192 264 220 266L242 280V250Z", STEEL.deep, 0.6),
    ]),
  );
