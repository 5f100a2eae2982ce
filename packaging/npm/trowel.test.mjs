// node --test packaging/npm/trowel.test.mjs: how the npm package starts the program, with shell scripts in its place.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { manifests, PLATFORMS } from "./pack.mjs";

const here = import.meta.dirname;
const platform = `${process.platform}-${process.arch}`;
const scratch = mkdtempSync(join(tmpdir(), "trowel-npm-test-"));
after(() => rmSync(scratch, { recursive: true }));

/** The package that chooses, for the platforms of this list, with a program at this place. */
function install(name, platforms, { at, script } = {}) {
  const root = join(scratch, name);
  mkdirSync(root);
  const optionalDependencies = Object.fromEntries(platforms.map((each) => [`@trowel-shop/${each}`, "0.0.0"]));
  writeFileSync(join(root, "package.json"), JSON.stringify({ type: "module", optionalDependencies }));
  copyFileSync(join(here, "trowel.js"), join(root, "trowel.js"));
  if (at) {
    mkdirSync(dirname(join(root, at)), { recursive: true });
    writeFileSync(join(root, at), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  }
  return join(root, "trowel.js");
}
const own = `node_modules/@trowel-shop/${platform}/trowel`;

test("arguments and exit code pass through", () => {
  for (const [name, at] of [["chosen", own], ["beside", "program/trowel"]]) {
    const launcher = install(name, [platform], { at, script: 'echo "$# $1 $2"; exit 78' });
    const { status, stdout } = spawnSync(process.execPath, [launcher, "serve", "a b"], { encoding: "utf8" });
    assert.deepEqual([status, stdout], [78, "2 serve a b\n"]);
  }
});

test("a signal reaches the program, which decides how to end", async () => {
  const script = 'trap "echo closed; exit 5" TERM; echo open; while :; do read -r line; done';
  const child = spawn(process.execPath, [install("signal", [platform], { at: own, script })], { stdio: "pipe" });
  let printed = "";
  child.stdout.on("data", (text) => {
    if (printed === "") child.kill("SIGTERM");
    printed += text;
  });
  const code = await new Promise((resolve) => child.on("close", resolve));
  assert.deepEqual([code, printed], [5, "open\nclosed\n"]);
});

test("a program that a signal ended has the code of a shell", () => {
  const launcher = install("killed", [platform], { at: own, script: "kill -KILL $$" });
  assert.equal(spawnSync(process.execPath, [launcher]).status, 137);
});

test("a platform without a program and a left-out package are named", () => {
  const said = (launcher) => {
    const { status, stderr } = spawnSync(process.execPath, [launcher], { encoding: "utf8" });
    assert.equal(status, 1);
    return stderr;
  };
  assert.match(said(install("unknown", ["plan9-x64"])), /^trowel: there is no program for .*, only for plan9-x64\./);
  const omitted = said(install("omitted", [platform]));
  assert.match(omitted, /^trowel: the package @trowel-shop\/.* is missing\. Install again/);
});

test("every package has the version of Cargo.toml, and the release has a package for each target it builds", () => {
  const version = /^version = "(.*)"/m.exec(readFileSync(join(here, "../../Cargo.toml"), "utf8"))[1];
  const { alone, chooses, program } = manifests("linux-x64");
  assert.deepEqual([alone.version, chooses.version, program.version], [version, version, version]);
  const packages = Object.values(PLATFORMS).map((each) => `@trowel-shop/${each}`);
  assert.deepEqual(Object.keys(chooses.optionalDependencies), packages);
  assert.deepEqual(new Set(Object.values(chooses.optionalDependencies)), new Set([version]));
  const workflow = readFileSync(join(here, "../../.github/workflows/release.yml"), "utf8");
  assert.deepEqual([...workflow.matchAll(/target: (\S+) }/g)].map(([, target]) => target), Object.keys(PLATFORMS));
  assert.deepEqual([program.name, program.os, program.cpu], ["@trowel-shop/linux-x64", ["linux"], ["x64"]]);
});

test("the platform of a target is known, also below a symbolic link", () => {
  const link = join(scratch, "link");
  symlinkSync(here, link);
  const platformOf = (target) =>
    spawnSync(process.execPath, [join(link, "pack.mjs"), "--platform", target], { encoding: "utf8" }).stdout.trim();
  assert.equal(platformOf("x86_64-unknown-linux-gnu"), "linux-x64");
  assert.equal(platformOf("aarch64-apple-darwin"), "darwin-arm64");
  assert.equal(platformOf("x86_64-apple-darwin"), "");
});
