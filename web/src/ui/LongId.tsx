import { Fragment } from "react";

/** An id that wraps after every tenth character, so that no line has a single letter. */
export const LongId = ({ id }: { id: string }) => {
  const parts = id.match(/.{1,10}(?:.{1,3}$)?/g) ?? [];
  return parts.map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of an id never change their order
    <Fragment key={place}>
      {place > 0 && <wbr />}
      {part}
    </Fragment>
  ));
};

/** Beginning and end of an id, which tell it apart from others. The whole one is in its title. */
export const ShortId = ({ id }: { id: string }) => (
  <span title={id} className="whitespace-nowrap">
    {id.length > 16 ? `${id.slice(0, 4)}…${id.slice(-8)}` : id}
  </span>
);
