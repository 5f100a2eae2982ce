// Turns drawings (SVG) into the pictures that the shop serves. Skips those that are up to date.
//   node art/make-pictures.mjs           makes the pictures of changed drawings
//   node art/make-pictures.mjs --check   exits 1 when a drawing and its pictures differ
import { createHash } from "node:crypto";
import { access, mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const at = (...parts) => join(root, ...parts);

const PAPER = "#fbf8f1";
const encoders = {
  webp: (image) => image.flatten({ background: PAPER }).webp({ quality: 64, effort: 6 }),
  avif: (image) =>
    image
      .flatten({ background: PAPER })
      .avif({ quality: 50, effort: 4, chromaSubsampling: "4:4:4" }),
  png: (image) => image.png({ compressionLevel: 9, palette: true }),
};

/** One picture in the formats of a `<picture>` element. */
const offered = (stem, width, height) =>
  ["avif", "webp"].map((format) => ({ path: `${stem}.${format}`, format, width, height }));

const collections = [
  {
    drawings: at("art", "plates"),
    manifest: at("server", "demo", "images", "manifest.json"),
    pictures: (name) =>
      [350, 700].flatMap((width) =>
        offered(at("server", "demo", "images", name, String(width)), width, (width * 9) / 7),
      ),
  },
  {
      drawings: at("art", "banners"),
    manifest: at("art", "banners", "manifest.json"),
    pictures: (name) =>
      [
        [640, 520],
        [1280, 520],
        [1920, 780],
      ].flatMap(([width, height]) =>
        offered(at("web", "public", "scenes", `${name}-${width}`), width, height),
      ),
  },
  {
    // Mail clients show no SVG. The picture is shown at half its size.
    drawings: at("art", "emails"),
    manifest: at("art", "emails", "manifest.json"),
    pictures: (name) => [
      { path: at("web", "public", "scenes", `${name}.png`), format: "png", width: 1120, height: 360 },
    ],
  },
  {
    drawings: at("art", "icons"),
    manifest: at("art", "icons", "manifest.json"),
    pictures: (name) => [
      {
        path: at("web", "public", `${name}.png`),
        format: "png",
        width: Number(name.split("-").at(-1)),
        height: Number(name.split("-").at(-1)),
      },
    ],
  },
];

const exists = (path) =>
  access(path).then(
    () => true,
    () => false,
  );

/** Compares the drawings with the manifest and with the files that should be there. */
async function survey({ drawings, manifest, pictures }) {
  const recorded = JSON.parse(await readFile(manifest, "utf8").catch(() => "{}"));
  const drawn = (await readdir(drawings))
    .filter((file) => file.endsWith(".svg"))
    .map((file) => file.slice(0, -".svg".length))
    .sort();
  const current = {};
  const stale = [];
  for (const name of drawn) {
    const svg = await readFile(join(drawings, `${name}.svg`));
    current[name] = createHash("sha256").update(svg).digest("hex");
    const present = await Promise.all(pictures(name).map(({ path }) => exists(path)));
    if (recorded[name] !== current[name] || present.includes(false)) stale.push({ name, svg });
  }
  return { current, stale, orphans: Object.keys(recorded).filter((name) => !(name in current)) };
}

/** Rasterises at the final size (never by enlarging pixels), cropping to the middle where the shapes differ. */
async function render(sharp, svg, { path, format, width, height }) {
  const drawn = await sharp(svg).metadata();
  const density = 72 * Math.max(width / drawn.width, height / drawn.height);
  await mkdir(dirname(path), { recursive: true });
  const { size } = await encoders[format](
    sharp(svg, { density }).resize(width, height, { fit: "cover" }),
  ).toFile(path);
  process.stdout.write(`${relative(root, path)} ${size}\n`);
}

async function make({ manifest, pictures }, { current, stale, orphans }) {
  if (stale.length + orphans.length === 0) return;
  const sharp = createRequire(at("web", "package.json"))("sharp");
  for (const { name, svg } of stale) {
    for (const picture of pictures(name)) await render(sharp, svg, picture);
  }
  await Promise.all(orphans.flatMap(pictures).map(({ path }) => rm(path, { force: true })));
  await writeFile(manifest, `${JSON.stringify(current, null, 2)}\n`);
}

for (const collection of collections) {
  const state = await survey(collection);
  const outdated = [...state.stale.map(({ name }) => name), ...state.orphans];
  if (!process.argv.includes("--check")) {
    await make(collection, state);
  } else if (outdated.length > 0) {
    process.stderr.write(
      `Pictures are out of date: ${outdated.join(", ")}. Run node art/make-pictures.mjs\n`,
    );
    process.exitCode = 1;
  }
}
