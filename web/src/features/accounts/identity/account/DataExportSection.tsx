import { AccountSection } from "./AccountSection.tsx";
import { dataTexts as texts } from "./texts.en.tsx";

export const DataExportSection = () => (
  <AccountSection id="your-data" about={texts.about}>
    {/* A plain link, because the server sends a file to save. */}
    <a href="/api/identity/account/export" download className="btn btn-outline btn-sm">
      {texts.download}
    </a>
  </AccountSection>
);
