import { Button } from "../../../ui/Button.tsx";
import { MoonIcon, SunIcon } from "../../../ui/icons.tsx";
import { keepChoice } from "./keep-choice.ts";
import { texts } from "./texts.en.ts";

/** CSS shows the icon of the other theme, so that no render depends on the theme. */
export function ThemeSwitch({ withText = false }: { withText?: boolean }) {
  const change = () => {
    const root = document.documentElement;
    const shown = root.dataset.theme ?? systemTheme();
    const theme = shown === "trowel-dark" ? "trowel" : "trowel-dark";
    root.dataset.theme = theme;
    keepChoice("theme", theme);
  };
  return (
    <Button
      variant="quiet"
      small
      className={withText ? "-ml-3 font-normal" : "px-2"}
      aria-label={withText ? undefined : texts.changeTheme}
      onClick={change}
    >
      <span className="dark:hidden">
        <MoonIcon />
      </span>
      <span className="hidden dark:inline">
        <SunIcon />
      </span>
      {withText && texts.changeTheme}
    </Button>
  );
}

const systemTheme = () =>
  window.matchMedia("(prefers-color-scheme: dark)").matches ? "trowel-dark" : "trowel";
