// Turns drawings (SVG) into the pictures that are served (WebP and AVIF), and nothing that is up to date.
//   node web/scripts/make-pictures.mjs           makes what changed
//   node web/scripts/make-pictures.mjs --check   exits 1 when a drawing and its pictures differ
import { createHash } from 'node:crypto';
import { access, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

const tools = {
  drawings: join(root, 'server', 'demo', 'drawings'),
  manifest: join(root, 'server', 'demo', 'images', 'manifest.json'),
  pictures: (name) => [350, 700].map((width) => ({ stem: join(root, 'server', 'demo', 'images', name, String(width)), width, height: (width * 9) / 7 })),
};

// The phone's banner is the middle of the wide one, so that one drawing serves both.
const banners = {
  drawings: join(root, 'web', 'drawings', 'banners'),
  manifest: join(root, 'web', 'drawings', 'banners', 'manifest.json'),
  pictures: (name) => [640, 1280, 1920].map((width) => ({ stem: join(root, 'web', 'public', 'scenes', `${name}-${width}`), width, height: width === 640 ? 520 : (width * 13) / 32 })),
};

const formats = {
  webp: (image) => image.webp({ quality: 80, alphaQuality: 90, effort: 6, smartSubsample: true }),
  avif: (image) => image.avif({ quality: 52, effort: 6, chromaSubsampling: '4:4:4' }),
};

const exists = (path) => access(path).then(() => true, () => false);
const filesOf = (collection, name) => collection.pictures(name).flatMap(({ stem, ...size }) => Object.keys(formats).map((format) => ({ ...size, format, path: `${stem}.${format}` })));

/** Compares drawings with the manifest and with the files that should exist. */
async function survey(collection) {
  const recorded = JSON.parse(await readFile(collection.manifest, 'utf8').catch(() => '{}'));
  const drawn = (await readdir(collection.drawings).catch(() => [])).filter((file) => file.endsWith('.svg')).map((file) => file.slice(0, -4)).sort();
  const current = {};
  const stale = [];
  for (const name of drawn) {
    const svg = await readFile(join(collection.drawings, `${name}.svg`));
    current[name] = createHash('sha256').update(svg).digest('hex');
    const present = await Promise.all(filesOf(collection, name).map(({ path }) => exists(path)));
    if (recorded[name] !== current[name] || present.includes(false)) stale.push({ name, svg });
  }
  return { current, stale, orphans: Object.keys(recorded).filter((name) => !(name in current)) };
}

async function render(sharp, svg, { width, height, format, path }) {
  const { width: drawn } = await sharp(svg).metadata();
  const fitted = sharp(svg, { density: (72 * Math.max(width, height * (drawn > 1000 ? 32 / 13 : 0))) / drawn }).resize(width, height, { fit: 'cover', position: 'centre' });
  await mkdir(dirname(path), { recursive: true });
  const { size } = await formats[format](fitted.flatten({ background: '#fbf8f1' })).toFile(path);
  process.stdout.write(`${relative(root, path)} ${size}\n`);
}

async function make(collection, { current, stale, orphans }) {
  const { default: sharp } = await import('sharp');
  for (const { name, svg } of stale) {
    for (const file of filesOf(collection, name)) await render(sharp, svg, file);
  }
  await Promise.all(orphans.flatMap((name) => filesOf(collection, name)).map(({ path }) => rm(path, { force: true })));
  if (stale.length + orphans.length > 0) await writeFile(collection.manifest, `${JSON.stringify(current, null, 2)}\n`);
}

const check = process.argv.includes('--check');
for (const collection of [tools, banners]) {
  const state = await survey(collection);
  if (!check) {
    await make(collection, state);
  } else if (state.stale.length + state.orphans.length > 0) {
    process.stderr.write(`Pictures are out of date: ${[...state.stale.map(({ name }) => name), ...state.orphans].join(', ')}. Run node web/scripts/make-pictures.mjs\n`);
    process.exitCode = 1;
  }
}
