import "./language-offer.css";
import { useLocation } from "react-router";
import { inOtherLanguage } from "../../../addresses.en.ts";
import { language } from "../../../language.en.ts";
import { Button } from "../../../ui/Button.tsx";
import { CloseIcon } from "../../../ui/icons.tsx";
import { keepChoice } from "./keep-choice.ts";
import { texts } from "./texts.en.ts";

/** Leads to the same page in the other language, with its query. The browser loads the document of that language. */
function LanguageLink({ className, children }: { className: string; children: string }) {
  const { pathname, search } = useLocation();
  return (
    <a
      href={inOtherLanguage(pathname + search)}
      // The server renders a missing page once for all addresses. A press knows its own.
      suppressHydrationWarning
      lang={language.otherTag}
      onClick={({ currentTarget }) => {
        keepChoice("language", language.otherCode);
        const { pathname, search, hash } = window.location;
        currentTarget.href = inOtherLanguage(pathname + search + hash);
      }}
      className={className}
    >
      {children}
    </a>
  );
}

export const LanguageSwitch = () => (
  <LanguageLink className="inline-block py-1 underline-offset-4 hover:underline">
    {language.otherName}
  </LanguageLink>
);

/** A line for browsers with the other language. theme.js shows it, so that nothing moves. */
export function LanguageOffer() {
  return (
    <aside aria-label={texts.language} className="language-offer print:hidden">
      <p className="measure flex items-center justify-between gap-4">
        <LanguageLink className="py-2 underline underline-offset-4">
          {language.showInOther}
        </LanguageLink>
        <Button
          variant="quiet"
          small
          aria-label={texts.stayInThisLanguage}
          onClick={() => {
            keepChoice("language", language.code);
            delete document.documentElement.dataset.offersLanguage;
          }}
        >
          <CloseIcon />
        </Button>
      </p>
    </aside>
  );
}
