import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

const TEXT = /\.(?:js|css|html|svg|json|txt|webmanifest)$/;
const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Writes a `.br` and a `.gz` for every text file of the build, so that the server does not compress them. */
export function precompress(): Plugin {
  let outDir = "dist";
  return {
    name: "trowel:precompress",
    apply: "build",
    configResolved(config) {
      outDir = join(config.root, config.build.outDir);
    },
    // In closeBundle, because the files from public/ are copied by then.
    async closeBundle() {
      const names = await readdir(outDir, { recursive: true });
      await Promise.all(
        names.filter((name) => TEXT.test(name)).map((name) => compress(join(outDir, name))),
      );
    },
  };
}

async function compress(path: string) {
  const text = await readFile(path);
  const brotli = {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
    },
  };
  await Promise.all([
    toBrotli(text, brotli).then((small) => writeFile(`${path}.br`, small)),
    toGzip(text, { level: 9 }).then((small) => writeFile(`${path}.gz`, small)),
  ]);
}
