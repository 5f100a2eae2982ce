import { AppLink } from "./AppLink.tsx";
import { texts } from "./texts.en.ts";

interface BreadcrumbsProps {
  /** The pages above this one, the highest first. */
  above: { to: string; name: string }[];
  /** The page itself. */
  here: string;
}

/** Where a page stands. */
export const Breadcrumbs = ({ above, here }: BreadcrumbsProps) => (
  <nav aria-label={texts.breadcrumb} className="mb-4 text-sm text-quiet md:mb-6">
    <ol className="flex flex-wrap gap-x-2">
      {above.map(({ to, name }) => (
        <li key={to} className="after:ml-2 after:content-['/'/'']">
          <AppLink to={to} className="underline-offset-4 hover:underline">
            {name}
          </AppLink>
        </li>
      ))}
      <li aria-current="page" className="wrap-anywhere">
        {here}
      </li>
    </ol>
  </nav>
);
