import { STEEL, box, fill, form, place, turn } from "../press.mjs";
import { dGrip, rivet, shaft } from "../parts.mjs";
import { berries } from "../ground.mjs";

export const tint = "cream";

const head =
  "M161 208H189L192 258Q194 274 216 276Q236 278 236 298L233 402L227 432L221 402L219 306Q218 298 210 298Q202 298 202 306L200 404L194 434L188 404L187 306Q187 297 175 297Q163 297 163 306L162 404L156 434L150 404L148 306Q148 298 140 298Q132 298 131 306L129 402L123 432L117 402L114 298Q114 278 134 276Q156 274 158 258Z";

export const accent = () => place(66, 424, 1.2, -8, berries());

export const draw = () =>
  turn(
    -13,
    175,
    225,
    shaft(175, 92, 232, 22, 6),
    dGrip(175, 20),
    form(head, STEEL.mid, [
      fill("M150 200H170V270Q160 290 130 286Q118 288 121 432H105V270L150 262Z", STEEL.pale),
      fill(box(222, 270, 20, 170), STEEL.deep),
      fill(box(190, 300, 6, 140), STEEL.pale),
      fill(box(195, 296, 10, 140), STEEL.deep),
      fill(box(151, 300, 5, 140), STEEL.pale),
      fill(box(157, 296, 10, 140), STEEL.deep),
      fill(box(125, 296, 9, 140), STEEL.deep),
      fill(box(220, 300, 5, 140), STEEL.pale),
      fill("M181 200H200L196 268Q206 284 240 282L240 296Q190 292 181 262Z", STEEL.deep),
    ]),
    rivet(175, 226),
    rivet(175, 252),
  );
