import type { ReactNode } from "react";
import { Icon } from "../../../ui/icons.tsx";
import type { Provider } from "./providers.ts";

/** Our own drawings. The providers' logos are not used. */
const ICONS: Record<Provider, ReactNode> = {
  google: <path d="M18.6 7.2A8 8 0 1 0 20 12h-7.5" />,
  facebook: (
    <>
      <circle cx="12" cy="12" r="8.75" />
      <path d="M12 20.5V11c0-1.9 1-3 2.9-3M9.4 12.8h5" />
    </>
  ),
  github: (
    <>
      <circle cx="7" cy="5.5" r="2.25" />
      <circle cx="7" cy="18.5" r="2.25" />
      <circle cx="17" cy="8.5" r="2.25" />
      <path d="M7 7.75v8.5M17 10.75c0 3-3.5 3.25-6.5 3.75-2 .35-3.5.75-3.5 1.75" />
    </>
  ),
  twitter: (
    <path d="M4 18.2c2 .1 3.7-.5 5-1.5-3.6-.6-5.4-4.2-4.4-9.2 2 2.2 4.3 3.3 7 3.4C11.3 7.4 13.3 5.5 15.7 5.5c1.2 0 2.2.5 2.9 1.3L21 6.2l-1.4 2.5C19.9 14.5 15.7 19.8 9.2 19.8c-1.9 0-3.7-.6-5.2-1.6Z" />
  ),
};

export const ProviderIcon = ({ provider }: { provider: Provider }) => (
  <Icon>{ICONS[provider]}</Icon>
);

export const PhoneIcon = () => (
  <Icon>
    <rect x="7" y="3" width="10" height="18" rx="1.5" />
    <path d="M11 17.75h2" />
  </Icon>
);
