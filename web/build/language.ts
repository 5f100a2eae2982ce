import type { Plugin } from "vite";

export type Language = "en" | "fr";

/** The language of this build. A build has one, so a visitor loads the texts of one. */
export const languageOfBuild = (): Language => (process.env.TROWEL_LANGUAGE === "fr" ? "fr" : "en");

/** Where the files of a language stand that have the same names in both. */
export const folderOf = (language: Language) => (language === "fr" ? "fr/" : "");

/** Takes `texts.fr.ts` in place of `texts.en.ts`. A French file has the type of its English one. */
export function languageOf(language: Language): Plugin {
  return {
    name: "trowel:language",
    enforce: "pre",
    resolveId: {
      filter: { id: /\.en\.tsx?$/ },
      handler(source, importer) {
        if (language === "en") return;
        return this.resolve(source.replace(/\.en(\.tsx?)$/, `.${language}$1`), importer);
      },
    },
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        const page = bundle["index.html"];
        if (page) page.fileName = `${folderOf(language)}index.html`;
      },
    },
  };
}
