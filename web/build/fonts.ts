import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import subsetFont from "subset-font";
import type { Plugin } from "vite";

const require = createRequire(import.meta.url);
const SOURCES = {
  Fraunces: require.resolve("@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2"),
  Inter: require.resolve("@fontsource-variable/inter/files/inter-latin-wght-normal.woff2"),
};

/** What the style sheets use. */
const WEIGHTS = { min: 400, max: 600 };

/** Kerning, accents, figures of one width, ligatures, and what main.css turns on. */
const FEATURES = "kern ccmp locl mark mkmk liga rvrn lnum tnum cv11 ss03".split(" ");

/** The letters of English, French and Spanish, typographic marks, prices. */
const USUAL =
  "U+20-7E,U+A0,U+A9,U+AB,U+AE,U+B0,U+B7,U+BB-BE,U+C0,U+C2,U+C6-CB,U+CE-CF,U+D4,U+D7,U+D9,U+DB-DC,U+E0-E2,U+E4," +
  "U+E6-EB,U+ED-EF,U+F1,U+F3-F4,U+F6,U+F9-FC,U+FF,U+152-153,U+178,U+2009,U+2011,U+2013-2014,U+2018-2019," +
  "U+201C-201D,U+2022,U+2026,U+202F,U+20AC,U+2122,U+2212";

/** The other characters of the package's Latin files. The two have none in common, or browsers would load both. */
const RARE =
  "U+A1-A8,U+AA,U+AC-AD,U+AF,U+B1-B6,U+B8-BA,U+BF,U+C1,U+C3-C5,U+CC-CD,U+D0-D3,U+D5-D6,U+D8,U+DA,U+DD-DF,U+E3,U+E5," +
  "U+EC,U+F0,U+F2,U+F5,U+F7-F8,U+FD-FE,U+131,U+2BB-2BC,U+2C6,U+2DA,U+2DC,U+304,U+308,U+329,U+2000-2008,U+200A-2010," +
  "U+2012,U+2015-2017,U+201A-201B,U+201E-2021,U+2023-2025,U+2027-202E,U+2030-206F,U+2191,U+2193,U+2215,U+FFFD";

/** Makes `#fonts/fonts.css`: the two fonts of ui/tokens.css with the weights and characters that pages use. */
export function fonts(): Plugin {
  const folder = join(import.meta.dirname, "../node_modules/.fonts");
  return {
    name: "trowel:fonts",
    config: () => ({ resolve: { alias: { "#fonts": folder } } }),
    async configResolved({ mode }) {
      if (mode === "test") return;
      await mkdir(folder, { recursive: true });
      const faces = Object.entries(SOURCES).flatMap(([family, source]) => [
        face(join(folder, family), source, "rare", RARE, "swap"),
        // `optional`: a font that loads too late is not used, so that the layout does not shift.
        face(join(folder, family), source, "usual", USUAL, "optional"),
      ]);
      await writeFile(join(folder, "fonts.css"), (await Promise.all(faces)).join("\n"));
    },
  };
}

async function face(path: string, source: string, part: string, range: string, display: string) {
  const subset = await subsetFont(await readFile(source), charactersOf(range), {
    targetFormat: "woff2",
    variationAxes: { wght: WEIGHTS },
    keepFeatures: FEATURES,
  });
  await writeFile(`${path}-${part}.woff2`, subset);
  const family = basename(path);
  return `@font-face {
    font-family: "${family}";
    font-weight: ${WEIGHTS.min} ${WEIGHTS.max};
    font-display: ${display};
    src: url("./${family}-${part}.woff2") format("woff2");
    unicode-range: ${range};
  }`;
}

/** The characters of a unicode-range. */
function charactersOf(range: string): string {
  const codePoints = range.split(",").flatMap((part) => {
    const [from = 0, to = from] = part
      .slice("U+".length)
      .split("-")
      .map((hex) => Number.parseInt(hex, 16));
    return Array.from({ length: to - from + 1 }, (_, place) => from + place);
  });
  return String.fromCodePoint(...codePoints);
}
