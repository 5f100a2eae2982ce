import { Icon } from "../../../ui/icons.tsx";

export const ZoomInIcon = () => (
  <Icon>
    <circle cx="10.5" cy="10.5" r="6.5" />
    <path d="m20 20-4.7-4.7M10.5 7.5v6m-3-3h6" />
  </Icon>
);

export const ZoomOutIcon = () => (
  <Icon>
    <circle cx="10.5" cy="10.5" r="6.5" />
    <path d="m20 20-4.7-4.7M7.5 10.5h6" />
  </Icon>
);
