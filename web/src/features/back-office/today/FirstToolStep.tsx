import { paths } from "../../../pages.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { firstToolStep as texts } from "./opening.texts.en.tsx";

export const FirstToolStep = () => (
  <>
    <p className="mb-4 max-w-prose">{texts.intro}</p>
    <div className="flex flex-wrap gap-3">
      <AppLink to={paths.addTool} className="btn btn-primary">
        {texts.add}
      </AppLink>
      <AppLink to={paths.importTools} className="btn btn-outline">
        {texts.import}
      </AppLink>
    </div>
  </>
);
