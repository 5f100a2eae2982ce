import { formatDate, formatDay, formatDeadline } from "../date.ts";

export const DateText = ({ at }: { at: string }) => <time dateTime={at}>{formatDate(at)}</time>;

/** Shows a day in the short form that lists have. */
export const DayText = ({ at }: { at: string }) => <time dateTime={at}>{formatDay(at)}</time>;

/** Shows until when something can be done. */
export const Deadline = ({ at }: { at: string }) => <time dateTime={at}>{formatDeadline(at)}</time>;
