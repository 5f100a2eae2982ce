const MONTHS =
  "January February March April May June July August September October November December".split(
    " ",
  );

/** A moment as its day, `20 November 2026`, read from the text (UTC) and not by Intl, so that every rendering agrees. */
export function DateText({ at }: { at: string }) {
  const [year, month, day] = at.slice(0, 10).split("-");
  return (
    <time dateTime={at}>
      {Number(day)} {MONTHS[Number(month) - 1]} {year}
    </time>
  );
}
