import { AccountSection } from "./AccountSection.tsx";

export const DataExportSection = () => (
  <AccountSection
    title="Your data"
    about="Your profile, orders, reviews, sessions and our notes: everything we store about you, in one file."
  >
    {/* A plain link, because the server sends a file to save. */}
    <a href="/api/identity/account/export" download className="btn btn-outline btn-sm">
      Download my data
    </a>
  </AccountSection>
);
