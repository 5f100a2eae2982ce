// Writes the drawings as SVG: plates, banners, icons and e-mail pictures beside this file, spots and the mark into the
// web app.
//   node art/print.mjs [name …]
// make-pictures.mjs turns them into the pictures that the shop serves.
import { mkdir, readFile, readdir, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { ground } from "./ground.mjs";
import { badge, logo } from "./mark.mjs";
import { newSheet, shadowed, sheet } from "./press.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "..");
const { optimize } = createRequire(join(root, "web", "package.json"))("svgo");
const wanted = new Set(process.argv.slice(2));

const tidy = (svg) =>
  optimize(svg, {
    multipass: true,
    floatPrecision: 1,
    plugins: [{ name: "preset-default", params: { overrides: { mergePaths: false } } }],
  }).data;

async function print(path, svg) {
  const finished = `${tidy(svg)}\n`;
  const before = await readFile(path, "utf8").catch(() => "");
  if (before === finished) return;
  await writeFile(path, finished);
  process.stdout.write(`${path.slice(root.length + 1)} ${finished.length}\n`);
}

async function modules(folder) {
  const files = (await readdir(join(here, folder))).filter((file) => file.endsWith(".mjs")).sort();
  const names = files
    .map((file) => file.slice(0, -4))
    .filter((name) => wanted.size === 0 || wanted.has(name));
  return Promise.all(
    names.map(async (name) => ({ name, ...(await import(join(here, folder, `${name}.mjs`))) })),
  );
}

/** Second pictures: a part of the plate, as [x, y, width]. */
const closeUps = {
  "bypass-loppers": [95, 12, 205],
  "bypass-secateurs": [105, 45, 190],
  "digging-spade": [62, 215, 180],
  "hand-trowel": [60, 175, 175],
  "hedge-shears": [70, 5, 215],
  "watering-can": [15, 160, 190],
  wheelbarrow: [15, 195, 195],
  "work-gloves": [40, 235, 165],
};

const plates = join(here, "plates");
await mkdir(plates, { recursive: true });
for (const { name, tint, accent, draw, front = () => "" } of await modules("tools")) {
  newSheet();
  const seed = [...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
  const plate = sheet(350, 450, ground(tint, seed) + accent() + shadowed(draw()) + front());
  await print(join(plates, `${name}.svg`), plate);
  if (name in closeUps) {
    const [x, y, width] = closeUps[name];
    const part = `viewBox="${x} ${y} ${width} ${(width * 9) / 7}"`;
    await print(join(plates, `${name}-close.svg`), plate.replace('viewBox="0 0 350 450"', part));
  }
}

const banners = join(here, "banners");
await mkdir(banners, { recursive: true });
for (const { name, draw } of await modules("scenes")) {
  newSheet();
  await print(join(banners, `${name}.svg`), sheet(1280, 520, draw()));
}

const scenes = join(root, "web", "public", "scenes");
const assets = join(root, "web", "src", "assets");
await Promise.all([scenes, assets].map((folder) => mkdir(folder, { recursive: true })));
for (const { name, size, draw } of await modules("spots")) {
  newSheet();
  await print(join(scenes, `${name}.svg`), sheet(...size, draw()));
}
for (const { name, size, draw } of await modules("emails")) {
  newSheet();
  const drawing = sheet(...size, draw());
  await print(join(scenes, `${name}.svg`), drawing);
  // The source of the PNG.
  await print(join(here, "emails", `${name}.svg`), drawing);
}

if (wanted.size === 0 || wanted.has("mark")) {
  await print(join(assets, "logo.svg"), logo());
  await print(join(root, "web", "public", "favicon.svg"), badge(5.5));
  // Sources of the PNG icons. A phone's home screen rounds the corners of the larger one.
  await mkdir(join(here, "icons"), { recursive: true });
  await print(join(here, "icons", "favicon-32.svg"), badge(5.5));
  await print(join(here, "icons", "apple-touch-icon-180.svg"), badge(0));
}
