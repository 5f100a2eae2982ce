import { DateText } from "../../../../ui/DateText.tsx";

interface PlacedHeadingProps {
  title: string;
  /** When it was placed. */
  at: string | undefined;
}

export const PlacedHeading = ({ title, at }: PlacedHeadingProps) => (
  <h1 className="flex flex-wrap items-baseline gap-x-4 text-title">
    {title}
    {at && (
      <span className="font-sans text-base tracking-normal text-quiet">
        <DateText at={at} />
      </span>
    )}
  </h1>
);
