#!/usr/bin/env node
// Runs the program of this platform with the same arguments. Its package is an optional dependency of this one. A
// package that was packed for one platform has the program beside this file instead.
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { constants } from "node:os";
import { fileURLToPath } from "node:url";

const platform = `${process.platform}-${process.arch}`;
const { optionalDependencies } = JSON.parse(readFileSync(new URL("package.json", import.meta.url), "utf8"));

// Before the program starts: a signal between the two would end this process alone.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
const child = spawn(program(), process.argv.slice(2), { stdio: "inherit" });
child.on("error", (error) => fail(`the program cannot be started: ${error.message}`));
child.on("exit", (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));

function program() {
  const beside = fileURLToPath(new URL("program/trowel", import.meta.url));
  if (existsSync(beside)) return beside;
  const packages = Object.keys(optionalDependencies ?? {});
  const needed = packages.find((name) => name.endsWith(`/${platform}`));
  if (!needed) {
    const known = packages.map((name) => name.split("/")[1]).join(", ");
    const elsewhere = "On other systems it is built from its source.";
    return fail(`there is no program for ${platform}, only for ${known}. ${elsewhere}`);
  }
  try {
    return createRequire(import.meta.url).resolve(`${needed}/trowel`);
  } catch {
    return fail(`the package ${needed} is missing. Install again, and do not leave out optional dependencies.`);
  }
}

function fail(sentence) {
  console.error(`trowel: ${sentence}`);
  return process.exit(1);
}
