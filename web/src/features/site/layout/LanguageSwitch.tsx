import "./language-offer.css";
import { useLocation } from "react-router";
import { addressIn } from "../../../addresses.ts";
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

/** The same page in the other language, with its query. The browser loads the document of that language. */
function useOtherAddress() {
  const { pathname, search } = useLocation();
  return addressIn(other.code, pathname + search);
}

export function LanguageSwitch() {
  const href = useOtherAddress();
  return (
    <a
      href={href}
      lang={other.tag}
      hrefLang={other.tag}
      onClick={(event) => {
        remember(other.code);
        event.currentTarget.href = href + window.location.hash;
      }}
      className="inline-block py-1 underline-offset-4 hover:underline"
    >
      {other.name}
    </a>
  );
}

/** A line for browsers with the other language. theme.js shows it, so that nothing moves. */
export function LanguageOffer() {
  const href = useOtherAddress();
  return (
    <div className="language-offer print:hidden">
      <p className="measure flex items-center justify-between gap-4">
        <a
          href={href}
          lang={other.tag}
          hrefLang={other.tag}
          className="py-2 underline underline-offset-4"
          onClick={() => remember(other.code)}
        >
          {other.show}
        </a>
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
    </div>
  );
}
