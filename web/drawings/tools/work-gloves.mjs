import { CLAY, LEAF, SUN, box, cut, fill, form, hatch, mirror, place, stroke, turn } from '../press.mjs';
import { sprig } from '../ground.mjs';

export const tint = 'clay';

const hand =
  'M118 300C114 262 100 236 92 206C86 182 74 164 62 148Q52 132 66 124Q80 118 90 132C100 146 108 160 118 172C118 132 112 96 108 62Q106 44 121 42Q136 40 139 58C144 90 147 116 150 138C152 104 152 72 153 42Q154 24 169 24Q185 24 185 42C186 76 185 106 184 138C190 112 196 84 202 60Q206 44 220 48Q234 52 231 68C226 98 220 126 216 154C224 138 232 120 240 106Q248 94 260 100Q271 108 265 122C252 160 244 200 240 232C236 260 232 276 232 300Z';
const cuff = 'M110 296Q175 312 240 296L250 366Q252 378 240 381Q175 394 110 381Q98 378 100 366Z';

const glove = (front) =>
  form(hand, SUN.mid, [
    fill('M60 120L100 140C120 190 122 250 130 310H60Z', SUN.pale),
    fill('M109 40H122L136 140H112Z', SUN.pale),
    fill('M153 20H166V140H150Z', SUN.pale),
    fill('M206 44L216 46L202 140H190Z', SUN.pale),
    fill('M268 96L250 104C226 160 214 220 214 310H290Z', SUN.deep),
    fill('M176 20H190V140H178ZM224 44L240 50L220 160H206ZM130 40L142 40L150 140H142Z', SUN.deep),
    front ? stroke('M122 196C138 222 142 246 140 284M150 178C170 186 196 186 214 176M138 214C160 226 190 222 216 206', SUN.deep, 3) : '',
    cut(118, 180, 150, 150, 1.2, CLAY.deep),
    hatch(204, 214, 214, 290, { count: 7, length: 22, angle: 10, colour: CLAY.mid, weight: 1.1 }),
  ]) +
  form(cuff, LEAF.mid, [fill(box(90, 290, 44, 110), LEAF.pale), fill(box(208, 290, 60, 110), LEAF.deep), fill('M90 362Q175 380 260 362V400H90Z', LEAF.deep, 0.7), ...[128, 148, 168, 188, 208, 228].map((x) => cut(x, 312, x - 1, 360, 1.2, LEAF.deep))]);

export const accent = () => place(306, 440, 0.9, 8, sprig({ height: 130, pairs: 4, size: 42, bend: -10 }));

export const draw = () => place(0, 0, 1, 0, turn(15, 175, 380, mirror(175, place(-44, 6, 0.94, 0, glove(false))))) + turn(-13, 175, 380, place(-16, 30, 0.96, 0, glove(true)));
