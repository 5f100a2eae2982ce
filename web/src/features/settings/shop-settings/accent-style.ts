/** The stylesheet of a colour. The server makes it readable on light and dark pages. */
const stylesheet = (colour: string) => `/accent/${colour.slice(1)}.css`;

/** Shows the pages in this colour, as the server's page does. Without a text, in the first one. */
export async function showAccent(colour: string) {
  const old = document.querySelector<HTMLLinkElement>("#accent");
  if (old?.getAttribute("href") === (colour ? stylesheet(colour) : undefined)) return;
  if (!colour) return old?.remove();
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.id = "accent";
  link.href = stylesheet(colour);
  const loaded = new Promise((resolve) => {
    link.onload = resolve;
    link.onerror = resolve;
  });
  document.head.append(link);
  await loaded;
  // Afterwards, so that the first colour is not seen between them.
  old?.remove();
}

/** The colour on light and on dark pages. */
export async function readableAccent(colour: string) {
  const response = await fetch(stylesheet(colour));
  const css = response.ok ? await response.text() : "";
  const value = (name: string) => css.match(new RegExp(`--accent-${name}:(#[0-9a-f]{6})`))?.[1];
  return { light: value("light") ?? colour, dark: value("dark") ?? colour };
}
