import { redirectPath } from "../../../page-paths.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { texts } from "./missing-path.texts.en.ts";

interface MissingPathListProps {
  paths: { path: string; requests: number }[];
  className?: string;
}

/** Addresses without a page, each with how often it was asked for and a link to the form that leads it to a page. */
export const MissingPathList = ({ paths, className = "" }: MissingPathListProps) => (
  <ul className={`mt-3 border-t border-rule ${className}`}>
    {paths.map(({ path, requests }) => (
      <li
        key={path}
        className="flex items-baseline justify-between gap-x-4 border-b border-rule py-1.5 text-[0.9375rem]"
      >
        <span className="min-w-0 wrap-anywhere">
          {path} <span className="text-sm text-quiet">{texts.visits(requests)}</span>
        </span>
        <AppLink
          to={redirectPath(path)}
          className="shrink-0 text-sm font-medium underline underline-offset-4"
          aria-label={texts.leadToPage(path)}
        >
          {texts.leadTo}
        </AppLink>
      </li>
    ))}
  </ul>
);
