import { readFileSync } from "node:fs";
import type { HtmlTagDescriptor, Plugin } from "vite";

/**
 * Adds to the head of index.html what must load before the bundle: the script that sets the stored theme, and preloads
 * of the two fonts. The script is a file because the content security policy forbids inline scripts.
 */
export function head(options: { themeScript: string; preloadFonts: RegExp }): Plugin {
  let building = false;
  return {
    name: "trowel:head",
    configResolved(config) {
      building = config.command === "build";
    },
    buildStart() {
      if (!building) return;
      this.emitFile({
        type: "asset",
        name: "theme.js",
        source: readFileSync(options.themeScript, "utf8"),
      });
    },
    transformIndexHtml: {
      order: "post",
      handler(_html, { bundle }) {
        if (!bundle) return [script("/src/theme.js")];
        const files = Object.values(bundle).map((file) => file.fileName);
        const theme = files.find((name) => /theme-[\w-]+\.js$/.test(name));
        if (!theme) throw new Error("the theme script was not emitted");
        return [
          script(`/${theme}`),
          ...files.filter((name) => options.preloadFonts.test(name)).map(preload),
        ];
      },
    },
  };
}

const script = (src: string): HtmlTagDescriptor => ({
  tag: "script",
  attrs: { src },
  injectTo: "head-prepend",
});

const preload = (file: string): HtmlTagDescriptor => ({
  tag: "link",
  attrs: { rel: "preload", href: `/${file}`, as: "font", type: "font/woff2", crossorigin: true },
  injectTo: "head-prepend",
});
