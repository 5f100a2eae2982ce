import { paths } from "../../pages.ts";
import { AppLink } from "../../ui/AppLink.tsx";
import { texts } from "./not-found.texts.en.ts";

export default function NotFoundPage() {
  return (
    <div className="measure grid items-center gap-10 py-16 lg:grid-cols-2 lg:py-24">
      <img
        src="/scenes/not-found.svg"
        alt={texts.picture}
        width={560}
        height={420}
        className="h-auto w-full max-w-[35rem] dark:brightness-75"
      />
      <div>
        <p className="eyebrow">{texts.error}</p>
        <h1 className="mt-3 text-title">{texts.title}</h1>
        <p className="mt-5 max-w-prose text-lead text-quiet">{texts.explanation}</p>
        <div className="mt-8 flex flex-wrap gap-3">
          <AppLink to={paths.tools} className="btn btn-primary">
            {texts.allTools}
          </AppLink>
          <AppLink to={paths.home} className="btn btn-outline">
            {texts.home}
          </AppLink>
        </div>
      </div>
    </div>
  );
}
