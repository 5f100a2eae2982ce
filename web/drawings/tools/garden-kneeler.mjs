import { INK, LEAF, STEEL, box, cut, fill, form, place, rod, stroke } from '../press.mjs';
import { daisy, grass } from '../ground.mjs';

export const tint = 'leaf';

const pad = 'M74 262L110 222Q114 218 120 218H300Q308 218 304 226L272 266Q268 271 262 271H80Q68 271 74 262Z';

export const accent = () => place(14, 434, 1, 0, grass(322, { blades: 26, height: 24, seed: 21 })) + place(60, 410, 0.9, 0, daisy(18)) + place(300, 414, 0.75, 0, daisy(18));

const frame = (near) => {
  const [tone, light] = near ? [STEEL.mid, STEEL.pale] : [STEEL.deep, STEEL.mid];
  return (x1, x2, top, foot) => rod(`M${x1} ${foot}V${top + 26}Q${x1} ${top} ${x1 + 20} ${top}H${x2 - 20}Q${x2} ${top} ${x2} ${top + 26}V${foot}`, 14, tone, light);
};

export const draw = () =>
  [
    frame(false)(116, 304, 64, 386),
    rod('M116 330H304', 10, STEEL.deep, STEEL.mid),
    form(pad, LEAF.mid, [fill('M60 280L116 214H150L98 280Z', LEAF.pale), fill('M262 210H320L270 280H240Z', LEAF.deep, 0.6), cut(150, 232, 236, 231, 2.4, LEAF.pale), cut(136, 250, 218, 250, 2.4, LEAF.deep)]),
    form('M72 266H268V290Q268 298 260 298H80Q72 298 72 290Z', LEAF.deep, [fill(box(70, 264, 60, 40), LEAF.mid), cut(140, 282, 240, 283, 2, LEAF.mid)]),
    form('M268 268L304 224V246Q304 250 301 254L272 292Q268 296 268 288Z', LEAF.deep, [fill('M268 268L310 220V260L268 300Z', INK, 0.25)]),
    frame(true)(62, 278, 100, 412),
    rod('M62 356H278', 10, STEEL.mid, STEEL.pale),
    form(box(112, 92, 116, 18, 9), INK, [fill(box(112, 92, 116, 6), STEEL.dark)]),
    stroke('M62 412V404M278 412V404', INK, 20),
    stroke('M116 388V382M304 388V382', INK, 18),
  ].join('');
