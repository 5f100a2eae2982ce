// The styles that the shop requests. Each value is set as one property of a constructed style sheet, so it cannot
// change anything but the style of the fields.

const PROPERTIES = new Set([
  'backgroundColor', 'color', 'fontFamily', 'fontSize', 'fontSmoothing', 'fontStyle', 'fontVariant', 'fontWeight',
  'iconColor', 'letterSpacing', 'lineHeight', 'padding', 'textAlign', 'textDecoration', 'textShadow', 'textTransform',
]);
const PSEUDO_CLASSES = [':hover', ':focus', ':disabled'];
const PSEUDO_ELEMENTS = ['::placeholder', '::selection'];
/** The states of a field. Later ones override earlier ones. */
const STATES = { base: '', empty: '.empty', complete: '.complete', invalid: '.invalid' };

const sheet = new CSSStyleSheet();
document.adoptedStyleSheets = [sheet];

/** `inherited` is the style of the text around the element, `style` the style that the shop requests. */
export function dress(inherited, style = {}) {
  while (sheet.cssRules.length) sheet.deleteRule(0);
  put('body', inherited);
  put('.field.invalid input, .brand.invalid', { color: isLight(inherited.color) ? '#ff9d90' : '#b3261e' });
  for (const [state, suffix] of Object.entries(STATES)) {
    const wishes = style[state] ?? {};
    if (state === 'base') put('body', size(wishes));
    put(`.field${suffix} input`, wishes);
    // Without its own style the icon has the current colour of the text, because the inherited colour may be outdated.
    const drawing = wishes.iconColor ?? (state === 'base' ? wishes.color : undefined);
    if (drawing) put(state === 'base' ? '.brand' : `.brand${suffix}`, { color: drawing });
    for (const pseudo of [...PSEUDO_CLASSES, ...PSEUDO_ELEMENTS]) {
      if (!wishes[pseudo]) continue;
      const rule = put(`.field${suffix} input${pseudo}`, wishes[pseudo]);
      // A colour for the placeholder is used without transparency.
      if (pseudo === '::placeholder' && wishes[pseudo].color) rule.style.setProperty('opacity', '1');
    }
    if (wishes[':-webkit-autofill']) put(`.field${suffix} input:autofill`, wishes[':-webkit-autofill']);
  }
}

/** Font sizes apply to the whole row, because its heights are in em. */
function size({ fontSize }) {
  return fontSize ? { fontSize } : {};
}

function put(selector, wishes) {
  const rule = sheet.cssRules[sheet.insertRule(`${selector} {}`, sheet.cssRules.length)];
  for (const [name, value] of Object.entries(wishes)) {
    if (!PROPERTIES.has(name) || name === 'iconColor' || typeof value !== 'string') continue;
    rule.style.setProperty(name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`), value);
  }
  return rule;
}

/** The style of the Payment Element, from the appearance that the shop chose. */
export function boxes({ variables = {}, rules = {} } = {}) {
  const { colorText, colorTextPlaceholder, colorDanger, colorBackground, colorPrimary, borderRadius, fontSizeBase } = variables;
  const root = document.documentElement.style;
  const own = { box: colorBackground, danger: colorDanger, accent: colorPrimary, radius: borderRadius, line: rules['.Input']?.border };
  for (const [name, value] of Object.entries(own)) if (value) root.setProperty(`--${name}`, String(value));
  const base = { color: colorText, fontSize: fontSizeBase, '::placeholder': { color: colorTextPlaceholder } };
  return { base, invalid: { color: colorDanger } };
}

/** Light text means a dark page. */
function isLight(color = '') {
  const canvas = document.createElement('canvas').getContext('2d');
  canvas.fillStyle = color;
  canvas.fillRect(0, 0, 1, 1);
  const [red, green, blue] = canvas.getImageData(0, 0, 1, 1).data;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 140;
}

/** Loads the fonts of the shop, `{ family, src, weight?, style?, display? }`. A font that fails is ignored. */
export function loadFonts(fonts = []) {
  for (const { family, src, ...descriptors } of fonts) {
    const face = new FontFace(family, src, descriptors);
    document.fonts.add(face);
    face.load().catch(() => document.fonts.delete(face));
  }
}
