import type { Plugin } from "vite";

export type Language = "en" | "fr";

/** The language of this build. A build has one, so a visitor loads the texts of one. */
export const languageOfBuild = (): Language => (process.env.TROWEL_LANGUAGE === "fr" ? "fr" : "en");

/** Takes `texts.fr.ts` in place of `texts.en.ts`. A French file has the type of its English one. */
export function language(language: Language): Plugin {
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
  };
}
