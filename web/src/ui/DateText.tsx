import { formatDate, formatDeadline } from "../date.ts";

export const DateText = ({ at }: { at: string }) => <time dateTime={at}>{formatDate(at)}</time>;

/** Until when something can be done. */
export const Deadline = ({ at }: { at: string }) => <time dateTime={at}>{formatDeadline(at)}</time>;
