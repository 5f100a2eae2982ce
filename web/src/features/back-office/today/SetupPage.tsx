import { PageTitle } from "../../../ui/PageTitle.tsx";
import { texts } from "./opening.texts.en.tsx";
import { YourShop } from "./YourShop.tsx";

/** The dashboard of an account in a shop that has no owner yet. */
export default function SetupPage() {
  return (
    <>
      <PageTitle>{texts.title}</PageTitle>
      <h1 className="mb-8 text-title">{texts.title}</h1>
      <YourShop tasks={[]} takesCards={false} />
    </>
  );
}
