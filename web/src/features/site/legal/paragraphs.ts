const MAX_HEADING = 80;

/** A text of the owner in paragraphs, which end at a blank line. One short line without a full stop is a heading. */
export const paragraphsOf = (text: string) =>
  text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
    .map((paragraph, place) => ({
      key: place,
      text: paragraph,
      isHeading: paragraph.length <= MAX_HEADING && !/[\n.!?:,;]/.test(paragraph),
    }));
