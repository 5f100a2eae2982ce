import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { type HtmlTagDescriptor, minifySync, type Plugin } from "vite";
import type { Language } from "./language.ts";
import { withShellTexts } from "./shell-texts.ts";

/**
 * Adds to index.html what must load before the bundle: scripts, which the server puts into the page, and preloads of
 * the two fonts.
 */
export function head(options: {
  language: Language;
  scripts: string[];
  preloadFonts: RegExp;
}): Plugin {
  let building = false;
  const texts = (source: string) => withShellTexts(options.language, source);
  return {
    name: "trowel:head",
    configResolved(config) {
      building = config.command === "build";
    },
    buildStart() {
      if (!building) return;
      for (const file of options.scripts)
        this.emitFile({
          type: "asset",
          name: basename(file),
          source: minifySync(file, texts(readFileSync(file, "utf8"))).code,
        });
    },
    // The development server sends the scripts as they are.
    transform(code, id) {
      return options.scripts.some((file) => id.endsWith(file)) ? texts(code) : undefined;
    },
    transformIndexHtml: {
      order: "post",
      handler(template, { bundle }) {
        const html = texts(template);
        if (!bundle) return { html, tags: options.scripts.map((file) => script(`/${file}`)) };
        const files = Object.values(bundle).map((file) => file.fileName);
        const scripts = options.scripts.map((file) => {
          const start = `assets/${basename(file, ".js")}-`;
          const emitted = files.find((name) => name.startsWith(start) && name.endsWith(".js"));
          if (!emitted) throw new Error(`${file} was not emitted`);
          return script(`/${emitted}`);
        });
        const fonts = files.filter((name) => options.preloadFonts.test(name));
        const unindented = stylesFirst(html).replace(/^\s+/gm, "");
        return { html: unindented, tags: [...scripts, ...fonts.map(preload)] };
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
