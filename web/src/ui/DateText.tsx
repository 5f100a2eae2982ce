import { formatDate } from "../date.ts";

export const DateText = ({ at }: { at: string }) => <time dateTime={at}>{formatDate(at)}</time>;
