// The shop's wishes for looks. Every value is set as a property of its own in a constructed sheet, so a wish can
// change how the fields look and nothing else.

const PROPERTIES = new Set([
  'backgroundColor', 'color', 'fontFamily', 'fontSize', 'fontSmoothing', 'fontStyle', 'fontVariant', 'fontWeight',
  'iconColor', 'letterSpacing', 'lineHeight', 'padding', 'textAlign', 'textDecoration', 'textShadow', 'textTransform',
]);
const PSEUDO_CLASSES = [':hover', ':focus', ':disabled'];
const PSEUDO_ELEMENTS = ['::placeholder', '::selection'];
/** Where the state of a field decides; later ones win. */
const STATES = { base: '', empty: '.empty', complete: '.complete', invalid: '.invalid' };

const sheet = new CSSStyleSheet();
document.adoptedStyleSheets = [sheet];

/** `inherited` is how text looks where the element stands; `style` what the shop asked for. */
export function dress(inherited, style = {}) {
  while (sheet.cssRules.length) sheet.deleteRule(0);
  put('body', inherited);
  put('.field.invalid input, .brand.invalid', { color: isLight(inherited.color) ? '#ff9d90' : '#b3261e' });
  for (const [state, suffix] of Object.entries(STATES)) {
    const wishes = style[state] ?? {};
    if (state === 'base') put('body', size(wishes));
    put(`.field${suffix} input`, wishes);
    // Without a wish of its own the drawing follows the text: its colour at the time of mounting may be out of date.
    const drawing = wishes.iconColor ?? (state === 'base' ? wishes.color : undefined);
    if (drawing) put(state === 'base' ? '.brand' : `.brand${suffix}`, { color: drawing });
    for (const pseudo of [...PSEUDO_CLASSES, ...PSEUDO_ELEMENTS]) {
      if (!wishes[pseudo]) continue;
      const rule = put(`.field${suffix} input${pseudo}`, wishes[pseudo]);
      // A colour that was chosen for the placeholder is meant as it is.
      if (pseudo === '::placeholder' && wishes[pseudo].color) rule.style.setProperty('opacity', '1');
    }
    if (wishes[':-webkit-autofill']) put(`.field${suffix} input:autofill`, wishes[':-webkit-autofill']);
  }
}

/** Sizes count for the whole row, whose heights are in em. */
function size({ fontSize }) {
  return fontSize ? { fontSize } : {};
}

function put(selector, wishes) {
  const rule = sheet.cssRules[sheet.insertRule(`${selector} {}`, sheet.cssRules.length)];
  for (const [name, value] of Object.entries(wishes)) {
    if (!PROPERTIES.has(name) || name === 'iconColor' || typeof value !== 'string') continue;
    rule.style.setProperty(name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`), value);
  }
  return rule;
}

/** Light text stands on a dark page. */
function isLight(color = '') {
  const canvas = document.createElement('canvas').getContext('2d');
  canvas.fillStyle = color;
  canvas.fillRect(0, 0, 1, 1);
  const [red, green, blue] = canvas.getImageData(0, 0, 1, 1).data;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 140;
}

/** Fonts named by the shop, as `{ family, src, weight?, style?, display? }`; one that fails is done without. */
export function loadFonts(fonts = []) {
  for (const { family, src, ...descriptors } of fonts) {
    const face = new FontFace(family, src, descriptors);
    document.fonts.add(face);
    face.load().catch(() => document.fonts.delete(face));
  }
}
