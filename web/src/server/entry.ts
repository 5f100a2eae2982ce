// First, because modules of the app use it when they are loaded.
import "./globals.ts";
import { type PageInput, renderPage } from "./render-page.tsx";

/** server/src/site/renderer/mod.rs calls this function. */
Object.assign(globalThis, {
  renderPage: (input: string) => renderPage(JSON.parse(input) as PageInput),
});
