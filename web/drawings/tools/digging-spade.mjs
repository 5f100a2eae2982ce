import { STEEL, cut, fill, form, place, turn } from '../press.mjs';
import { dGrip, rivet, shaft } from '../parts.mjs';
import { sprig } from '../ground.mjs';

export const tint = 'leaf';

const blade = 'M119 300Q119 288 131 288H219Q231 288 231 300L225 384Q222 406 205 416Q190 425 175 428Q160 425 145 416Q128 406 125 384Z';
const socket = 'M162 206H188L193 282Q192 318 175 352Q158 318 157 282Z';

export const accent = () => place(64, 424, 0.95, -6, sprig({ height: 150, pairs: 5, size: 46 }));

export const draw = () =>
  turn(
    13,
    175,
    225,
    shaft(175, 90, 230, 22, 2),
    dGrip(175, 18),
    form(blade, STEEL.mid, [
      fill('M110 286H144C138 330 142 380 160 430H110Z', STEEL.pale),
      fill('M186 286H240V430H180C196 380 196 330 186 286Z', STEEL.deep),
      fill('M120 392Q175 440 232 392L222 440H130Z', STEEL.pale, 0.85),
      fill('M112 286H240V297H112Z', STEEL.dark),
      cut(150, 308, 156, 394, 2, STEEL.mid),
      cut(133, 306, 138, 376, 1.6, STEEL.mid),
      cut(212, 306, 206, 386, 2, STEEL.mid),
      cut(222, 304, 218, 366, 1.5, STEEL.mid),
    ]),
    form(socket, STEEL.mid, [fill('M150 206H170L168 340L150 300Z', STEEL.pale), fill('M180 206H200V330L176 350Z', STEEL.deep)]),
    rivet(175, 226),
    rivet(175, 256),
  );
