import { paths } from "../../pages.ts";
import { AppLink } from "../../ui/AppLink.tsx";

export default function NotFoundPage() {
  return (
    <div className="measure grid items-center gap-10 py-16 lg:grid-cols-2 lg:py-24">
      <img
        src="/scenes/not-found.svg"
        alt="A sign reads 404 beside an empty hole: this page does not exist"
        width={560}
        height={420}
        className="h-auto w-full max-w-[35rem] dark:brightness-75"
      />
      <div>
        <p className="eyebrow">Error 404</p>
        <h1 className="mt-3 text-title">Nothing grows here</h1>
        <p className="mt-5 max-w-prose text-lead text-quiet">
          There is no page at this address. It may have moved, or the link is wrong.
        </p>
        <div className="mt-8 flex flex-wrap gap-3">
          <AppLink to={paths.tools} className="btn btn-primary">
            All Tools
          </AppLink>
          <AppLink to={paths.home} className="btn btn-outline">
            Home
          </AppLink>
        </div>
      </div>
    </div>
  );
}
