// Prints the drawings: every tool's plate to server/demo/drawings. Scenes and marks follow their own list.
//   node web/drawings/print.mjs [name …]
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { optimize } from 'svgo';

import { ground } from './ground.mjs';
import { newSheet, shadowed, sheet } from './press.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..', '..');
const wanted = new Set(process.argv.slice(2));

const tidy = (svg) =>
  optimize(svg, {
    multipass: true,
    floatPrecision: 1,
    plugins: [{ name: 'preset-default', params: { overrides: { mergePaths: false } } }],
  }).data;

async function print(path, svg) {
  const finished = `${tidy(svg)}\n`;
  const before = await readFile(path, 'utf8').catch(() => '');
  if (before === finished) return;
  await writeFile(path, finished);
  process.stdout.write(`${path.slice(root.length + 1)} ${finished.length}\n`);
}

async function modules(folder) {
  const files = (await readdir(join(here, folder))).filter((file) => file.endsWith('.mjs')).sort();
  const names = files.map((file) => file.slice(0, -4)).filter((name) => wanted.size === 0 || wanted.has(name));
  return Promise.all(names.map(async (name) => ({ name, ...(await import(join(here, folder, `${name}.mjs`))) })));
}

const plates = join(root, 'server', 'demo', 'drawings');
await mkdir(plates, { recursive: true });
for (const { name, tint, accent, draw } of await modules('tools')) {
  newSheet();
  const seed = [...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
  await print(join(plates, `${name}.svg`), sheet(350, 450, ground(tint, seed) + accent() + shadowed(draw())));
}
