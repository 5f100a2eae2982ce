import { PageTitle } from "../../../ui/PageTitle.tsx";
import { YourShop } from "./YourShop.tsx";

/** The dashboard of an account in a shop that has no owner yet. */
export default function SetupPage() {
  return (
    <>
      <PageTitle>Your shop</PageTitle>
      <h1 className="mb-8 text-title">Your shop</h1>
      <YourShop tasks={[]} takesCards={false} />
    </>
  );
}
