import { useQuery } from "@tanstack/react-query";
import { LoadError } from "../../../ui/LoadError.tsx";
import { Spinner } from "../../../ui/Spinner.tsx";
import { settingsToEditQuery } from "./queries.ts";
import { ShopSettingsForm } from "./ShopSettingsForm.tsx";
import { texts } from "./texts.en.tsx";

export default function ShopSettingsPage() {
  const { data: opened, error, refetch } = useQuery(settingsToEditQuery);
  return (
    <>
      <h1 className="text-title">{texts.title}</h1>
      {opened ? (
        <ShopSettingsForm first={opened} />
      ) : error ? (
        <div className="mt-8">
          <LoadError error={error} onRetry={() => void refetch()} />
        </div>
      ) : (
        <Spinner label={texts.loading} />
      )}
    </>
  );
}
