/** Keeps what the visitor chose. theme.js reads it before the first paint. */
export function keepChoice(name: "theme" | "language", choice: string) {
  try {
    localStorage.setItem(name, choice);
  } catch {
    // If the browser denies storage, the choice lasts as long as the page.
  }
}
