import { AccountSection } from "./AccountSection.tsx";

export const DataExportSection = () => (
  <AccountSection
    title="Your data"
    about="Profile, orders, reviews and where you are logged in: all we keep of you, in one file."
  >
    {/* A plain link: the browser saves what the server sends as a file. */}
    <a href="/api/identity/account/export" download className="btn btn-outline btn-sm">
      Download my data
    </a>
  </AccountSection>
);
