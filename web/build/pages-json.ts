import { readFileSync } from "node:fs";
import type { Plugin, Rolldown } from "vite";
import type { Page } from "../src/page.ts";
import { texts as englishTitles } from "../src/page-titles.en.ts";
import { texts as frenchTitles } from "../src/page-titles.fr.ts";
import { englishPages, isDashboardPath } from "../src/pages.ts";
import { descriptions as englishDescriptions } from "../src/server/page-descriptions.en.ts";
import { descriptions as frenchDescriptions } from "../src/server/page-descriptions.fr.ts";
import { RENDERED } from "../src/server/page-facts.ts";
import { folderOf, type Language } from "./language.ts";

/** Texts by the name of a page. */
type Texts = { readonly [name: string]: string };

const ENTRY = "/index.html";
const START = "/src/app/start.tsx";
const DASHBOARD = ["/src/app/dashboard-page-modules.ts", "/src/app/layouts/DashboardLayout.tsx"];

/**
 * Writes the table of pages for the server: which English paths exist, what stands in their head, and which files they need
 * beyond those that index.html names, so that the document can request them early.
 */
export function pagesJson(language: Language): Plugin {
  const titles: Texts = language === "fr" ? frenchTitles : englishTitles;
  const descriptions: Texts = language === "fr" ? frenchDescriptions : englishDescriptions;
  return {
    name: "trowel:pages-json",
    apply: "build",
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        const inEveryPage = filesOf([ENTRY], bundle);
        const written = Object.entries<Page>(englishPages).map(
          ([name, { path, access, part, ownDocument }]) => {
            const dashboard = isDashboardPath(path) ? DASHBOARD : [];
            const needed = filesOf([START, ...dashboard, moduleOf(name)], bundle);
            const files = [...needed].filter((file) => !inEveryPage.has(file));
            return {
              path,
              title: titles[name] ?? null,
              description: descriptions[name] ?? null,
              access,
              part: part ?? null,
              ownDocument: ownDocument ?? false,
              rendered: RENDERED.some((rendered) => rendered === name),
              scripts: files.filter((file) => file.endsWith(".js")),
              styles: files.filter((file) => file.endsWith(".css")),
            };
          },
        );
        const source = JSON.stringify({ pages: written });
        this.emitFile({ type: "asset", fileName: `${folderOf(language)}pages.json`, source });
      },
    },
  };
}

/** The file of a page's component, as the tables of app/ import it. */
function moduleOf(name: string): string {
  const table = ["page-modules", "dashboard-page-modules"]
    .map((file) => readFileSync(`src/app/${file}.ts`, "utf8"))
    .join();
  const row = new RegExp(`  ${name}: \\(\\) =>\\s+import\\("\\.\\.(/.+)"\\),`);
  const file = row.exec(table)?.[1];
  if (!file) throw new Error(`no page-modules.ts of app/ has ${name}`);
  return `/src${file}`;
}

/** The scripts and styles of these modules and of everything that they import, without what they load later. */
function filesOf(modules: string[], bundle: Rolldown.OutputBundle): Set<string> {
  const files = new Set<string>();
  const add = (file: string) => {
    const chunk = bundle[file];
    if (files.has(file) || chunk?.type !== "chunk") return;
    files.add(file);
    chunk.imports.forEach(add);
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style);
  };
  for (const module of modules) {
    const chunk = Object.values(bundle).find(
      (file) => file.type === "chunk" && file.facadeModuleId?.endsWith(module),
    );
    if (!chunk) throw new Error(`the build has no file for ${module}`);
    add(chunk.fileName);
  }
  return files;
}
