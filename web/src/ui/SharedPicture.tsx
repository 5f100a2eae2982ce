import { type ReactNode, ViewTransition } from "react";

/** The type of the transition that a link to a tool starts. */
export const OPENS_TOOL = "opens-tool";

interface SharedPictureProps {
  toolId: string;
  children: ReactNode;
}

/**
 * Moves the picture of a tool from a card to the page that its link opens. Nothing else is animated: after a filter
 * React would measure each of 1,000 cards, and snapshots delay the next page.
 */
export const SharedPicture = ({ toolId, children }: SharedPictureProps) => (
  <ViewTransition
    name={`tool-${toolId}`}
    default="none"
    share={{ [OPENS_TOOL]: "auto", default: "none" }}
  >
    {children}
  </ViewTransition>
);
