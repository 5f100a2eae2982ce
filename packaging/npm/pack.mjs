// node packaging/npm/pack.mjs --platform TARGET: prints the npm platform of a target, or nothing if it has no package.
// node packaging/npm/pack.mjs PROGRAM TARGET FOLDER: packs npm packages for a built program into FOLDER.
//   trowel-VERSION-npm-PLATFORM.tgz    the program and what starts it: `npx ./FILE demo` needs no network
//   npm/trowel-VERSION.tgz             for the registry: chooses the package of the platform
//   npm/trowel-shop-PLATFORM-VERSION.tgz   for the registry: the program
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";

/** The targets that .github/workflows/release.yml builds. The programs for Linux have their C library inside. */
export const PLATFORMS = {
  "x86_64-unknown-linux-musl": "linux-x64",
  "aarch64-unknown-linux-musl": "linux-arm64",
  "aarch64-apple-darwin": "darwin-arm64",
};
const SCOPE = "@trowel-shop";
const HERE = import.meta.dirname;

// Node resolves symbolic links in the name of a module, and not in argv.
if (process.argv[1] && realpathSync(process.argv[1]) === import.meta.filename) {
  const [first, target, folder] = process.argv.slice(2);
  if (first === "--platform") console.log(platformOf(target) ?? "");
  else pack(first, target, folder);
}

function platformOf(target) {
  return PLATFORMS[target] ?? PLATFORMS[target.replace(/gnu$/, "musl")];
}

/** The package.json of the package that chooses, and of the one with the program for a platform. */
export function manifests(platform) {
  const cargo = readFileSync(join(HERE, "../../Cargo.toml"), "utf8");
  const version = /^version = "(.*)"/m.exec(cargo)[1];
  const { name, description, license, ...rest } = JSON.parse(readFileSync(join(HERE, "package.json"), "utf8"));
  // The workflow names the repository, which npm compares with the provenance.
  const url = process.env.TROWEL_REPOSITORY;
  const head = { version, description, license, ...(url && { repository: { type: "git", url: `git+${url}.git` } }) };
  const [os, cpu] = platform.split("-");
  const optionalDependencies = Object.fromEntries(
    Object.values(PLATFORMS).map((each) => [`${SCOPE}/${each}`, version]),
  );
  return {
    alone: { name, ...head, ...rest, os: [os], cpu: [cpu] },
    chooses: { name, ...head, ...rest, optionalDependencies },
    program: { name: `${SCOPE}/${platform}`, ...head, os: [os], cpu: [cpu] },
  };
}

function pack(program, target, folder) {
  const platform = platformOf(target);
  if (!platform) throw new Error(`no npm package is planned for ${target}: see PLATFORMS`);
  const { alone, chooses, program: own } = manifests(platform);
  const scratch = mkdtempSync(join(tmpdir(), "trowel-npm-"));
  mkdirSync(join(folder, "npm"), { recursive: true });
  try {
    const packed = tgz(scratch, "alone", alone, { launcher: true, program, at: "program/trowel" }, folder);
    renameSync(packed, join(folder, `trowel-${alone.version}-npm-${platform}.tgz`));
    tgz(scratch, "chooses", chooses, { launcher: true }, join(folder, "npm"));
    tgz(scratch, "own", own, { program, at: "trowel" }, join(folder, "npm"));
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

/** Writes one package, and returns its file. */
function tgz(scratch, name, manifest, { launcher, program, at }, folder) {
  const root = join(scratch, name);
  mkdirSync(root);
  writeFileSync(join(root, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  for (const file of ["LICENSE", "server/licenses.txt"]) cpSync(join(HERE, "../..", file), join(root, basename(file)));
  copyFileSync(join(HERE, "README.md"), join(root, "README.md"));
  if (launcher) copyFileSync(join(HERE, "trowel.js"), join(root, "trowel.js"));
  if (program) {
    mkdirSync(join(root, at, ".."), { recursive: true });
    copyFileSync(program, join(root, at));
    chmodSync(join(root, at), 0o755);
  }
  const command = ["pack", "--silent", "--pack-destination", resolve(folder)];
  const printed = execFileSync("npm", command, { cwd: root, encoding: "utf8" });
  return join(folder, printed.trim().split("\n").at(-1));
}
