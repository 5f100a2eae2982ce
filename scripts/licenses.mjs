// Writes server/licenses.txt: the licence texts of the crates and npm packages inside the program, equal texts once.
// With `--sbom FILE`, writes the list of these packages instead, as CycloneDX 1.5
// (https://cyclonedx.org/docs/1.5/json).
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const TARGETS = [
  ...["x86_64-unknown-linux-gnu", "x86_64-unknown-linux-musl"],
  ...["aarch64-unknown-linux-gnu", "aarch64-unknown-linux-musl"],
  "aarch64-apple-darwin",
];
/** Development dependencies of which code ends up in the bundle. */
const BUNDLED = ["node_modules/@stripe/stripe-js", "node_modules/tailwindcss"];
const LICENSE_FILE = /^(licen[cs]e|copying|notice|unlicense|ofl)/i;
const IS_MIT = /Permission is hereby granted, free of charge/;

const packages = [...crates(), ...npmPackages()];
const [option, file] = process.argv.slice(2);
if (option === "--sbom") {
  writeFileSync(file, `${JSON.stringify(billOfMaterials(), null, 2)}\n`);
  process.exit();
}
const texts = packages.flatMap((each) => licenseTexts(each).map((text) => ({ ...each, text })));
const mit = texts.find(({ name, text }) => name === "tokio" && IS_MIT.test(text)).text.replace(/^Copyright.*$/m, "");
const apache = texts.find(({ text }) => /Apache License\s+Version 2\.0/.test(text)).text;
for (const each of packages.filter(({ name }) => !texts.some((text) => text.name === name))) {
  const neighbour = texts.find(({ repository }) => repository && repository === each.repository)?.text;
  const text = /MIT/.test(each.license) ? mit : /Apache-2\.0/.test(each.license) ? apache : neighbour;
  if (!text) throw new Error(`${each.name} ${each.version} (${each.license}) has no licence file`);
  texts.push({ ...each, text: each.authors ? `Copyright (c) ${each.authors}\n\n${text.trim()}` : text });
}

/** By the words of a text, because copies differ in line breaks. */
const groups = new Map();
for (const { name, version, license, text } of texts) {
  const key = text.replace(/\s+/g, " ").trim();
  const group = groups.get(key) ?? { text, names: new Set() };
  groups.set(key, { ...group, names: group.names.add(`${name} ${version} (${license})`) });
}
const rule = "-".repeat(80);
const sections = [...groups.values()].map(({ names, text }) => `${rule}\n${[...names].sort().join("\n")}\n${rule}\n\n${text}\n`);
const head = "Trowel contains the following packages. Each list is followed by the licence text of its packages.\n";
writeFileSync("server/licenses.txt", [head, ...sections.sort()].join("\n"));
console.log(`server/licenses.txt: ${packages.length} packages, ${groups.size} texts`);

function billOfMaterials() {
  const version = /^version = "(.*)"/m.exec(readFileSync("Cargo.toml", "utf8"))[1];
  const components = packages.map(({ kind, name, version, license }) => {
    const purl = `pkg:${kind}/${name.replace(/^@/, "%40")}@${version}`;
    return { type: "library", "bom-ref": purl, name, version, purl, licenses: [{ expression: license.replace("/", " OR ") }] };
  });
  const shop = { type: "application", "bom-ref": "trowel", name: "trowel", version };
  return { bomFormat: "CycloneDX", specVersion: "1.5", version: 1, metadata: { component: shop }, components };
}

/** The crates of the program's normal dependencies, with all features as in a release. */
function crates() {
  const cargo = (...args) => execFileSync("cargo", [...args, "--locked"], { encoding: "utf8", maxBuffer: 1e9 });
  const targets = TARGETS.flatMap((target) => ["--target", target]);
  const options = ["--package=trowel", "--all-features", "--edges=normal", "--prefix=none", "--format={p}"];
  const tree = cargo("tree", ...options, ...targets);
  const names = new Set(tree.split("\n").map((line) => line.split(" ").slice(0, 2).join(" ")));
  const { packages } = JSON.parse(cargo("metadata", "--all-features", "--format-version=1"));
  return packages
    .filter(({ name, version, source }) => source && names.has(`${name} v${version}`))
    .map(({ name, version, license, authors, repository, manifest_path }) => ({
      ...{ kind: "cargo", name, version, license, authors: authors.join(", "), repository, folder: dirname(manifest_path) },
    }));
}

function npmPackages() {
  const { packages } = JSON.parse(readFileSync("web/package-lock.json", "utf8"));
  return Object.entries(packages)
    .filter(([path, { dev, devOptional }]) => path !== "" && (BUNDLED.includes(path) || !(dev || devOptional)))
    .map(([path, { version, license }]) => ({
      ...{ kind: "npm", name: path.replace(/^.*node_modules\//, ""), version, license, folder: join("web", path) },
    }));
}

/** Where a package offers MIT among others, MIT alone. A -sys crate has C code with licences of its own in folders. */
function licenseTexts({ name, folder, license }) {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { withFileTypes: true, recursive: name.endsWith("-sys") });
  const files = entries.filter((file) => file.isFile() && LICENSE_FILE.test(file.name));
  const read = (file) => readFileSync(join(file.parentPath, file.name), "utf8");
  const all = files.map((file) => read(file).replace(/\r\n/g, "\n").replace(/[ \t]+$/gm, "").trim());
  const offersMit = /MIT/.test(license) && !/ AND /.test(license);
  const chosen = offersMit && !name.endsWith("-sys") ? all.filter((text) => IS_MIT.test(text)) : [];
  return chosen.length > 0 ? chosen : all;
}
