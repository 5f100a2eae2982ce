import "./language-offer.css";
import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { inOtherLanguage } from "../../../addresses.en.ts";
import { isFirstRender } from "../../../first-render.ts";
import { language } from "../../../language.en.ts";
import { CloseIcon } from "../../../ui/icons.tsx";
import { texts } from "./texts.en.ts";

const { other } = language;

/** theme.js reads it before the first paint. */
const remember = (code: string) => {
  try {
    localStorage.setItem("language", code);
  } catch {
    // The offer comes again.
  }
};

interface LanguageLinkProps {
  className: string;
  children: string;
}

/** Leads to the same page in the other language, with its query. The browser loads the document of that language. */
function LanguageLink({ className, children }: LanguageLinkProps) {
  const { pathname, search } = useLocation();
  // The server renders a missing page once for all addresses, so the link is made again for this one.
  const [isFirst, setFirst] = useState(isFirstRender);
  useEffect(() => setFirst(false), []);
  const href = inOtherLanguage(pathname + search);
  return (
    <a
      key={isFirst ? "first" : "own"}
      href={href}
      suppressHydrationWarning
      lang={other.tag}
      hrefLang={other.tag}
      onClick={(event) => {
        remember(other.code);
        event.currentTarget.href = href + window.location.hash;
      }}
      className={className}
    >
      {children}
    </a>
  );
}

export const LanguageSwitch = () => (
  <LanguageLink className="inline-block py-1 underline-offset-4 hover:underline">
    {other.name}
  </LanguageLink>
);

/** A line for browsers with the other language. theme.js shows it, so that nothing moves. */
export function LanguageOffer() {
  return (
    <aside aria-label={texts.language} className="language-offer print:hidden">
      <p className="measure flex items-center justify-between gap-4">
        <LanguageLink className="py-2 underline underline-offset-4">{other.show}</LanguageLink>
        <button
          type="button"
          className="btn btn-ghost btn-sm px-2"
          aria-label={texts.stayInThisLanguage}
          onClick={() => {
            remember(language.code);
            delete document.documentElement.dataset.offersLanguage;
          }}
        >
          <CloseIcon />
        </button>
      </p>
    </aside>
  );
}
