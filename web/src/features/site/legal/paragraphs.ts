const MAX_HEADING = 80;

/** It matches a sentence, or a line of an address. */
const NO_HEADING = /[\n.!?:;]|,$|,.*\d|\d.*,/;

/** A text of the owner in paragraphs, which end at a blank line. One short line without a full stop is a heading. */
export const paragraphsOf = (text: string) =>
  text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
    .map((paragraph, place) => ({
      key: place,
      text: paragraph,
      isHeading: paragraph.length <= MAX_HEADING && !NO_HEADING.test(paragraph),
    }));
