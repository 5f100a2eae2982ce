import { Button } from "../../ui/Button.tsx";
import { MoonIcon, SunIcon } from "../../ui/icons.tsx";

/** CSS shows the icon of the other theme, so that no render depends on the theme. */
export function ThemeSwitch() {
  const change = () => {
    const root = document.documentElement;
    const shown = root.dataset.theme ?? systemTheme();
    const theme = shown === "trowel-dark" ? "trowel" : "trowel-dark";
    root.dataset.theme = theme;
    try {
      localStorage.setItem("theme", theme);
    } catch {
      // Without storage the choice lasts as long as the page.
    }
  };
  return (
    <Button
      variant="quiet"
      small
      className="px-2"
      aria-label="Change between light and dark"
      onClick={change}
    >
      <span className="dark:hidden">
        <MoonIcon />
      </span>
      <span className="hidden dark:inline">
        <SunIcon />
      </span>
    </Button>
  );
}

const systemTheme = () =>
  window.matchMedia("(prefers-color-scheme: dark)").matches ? "trowel-dark" : "trowel";
