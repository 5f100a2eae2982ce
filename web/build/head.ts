import { readFileSync } from "node:fs";
import type { HtmlTagDescriptor, Plugin } from "vite";

/**
 * Adds to index.html what must load before the bundle: the script that sets the stored theme, and preloads
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
        // Without comments, because it stands in every rendered page.
        source: readFileSync(options.themeScript, "utf8").replace(/^ *\/\/.*\n/gm, ""),
      });
    },
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle }) {
        if (!bundle) return [script("/src/theme.js")];
        const files = Object.values(bundle).map((file) => file.fileName);
        const theme = files.find((name) => /theme-[\w-]+\.js$/.test(name));
        if (!theme) throw new Error("the theme script was not emitted");
        const fonts = files.filter((name) => options.preloadFonts.test(name));
        return { html: stylesFirst(html), tags: [script(`/${theme}`), ...fonts.map(preload)] };
      },
    },
  };
}

/** The first paint waits for the styles only. Behind the scripts they would wait for a connection on HTTP/1.1. */
function stylesFirst(html: string): string {
  const styles = html.match(/ *<link rel="stylesheet"[^>]*>\n/g) ?? [];
  const others = styles.reduce((rest, style) => rest.replace(style, ""), html);
  return others.replace(/ *<script type="module"/, (first) => styles.join("") + first);
}

const script = (src: string): HtmlTagDescriptor => ({
  tag: "script",
  attrs: { src },
  injectTo: "head-prepend",
});

const preload = (file: string): HtmlTagDescriptor => ({
  tag: "link",
  attrs: { rel: "preload", href: `/${file}`, as: "font", type: "font/woff2", crossorigin: true },
  // Browsers wait a moment with the first paint for fonts that the head names, and for no others.
  injectTo: "head",
});
