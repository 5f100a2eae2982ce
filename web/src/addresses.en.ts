/** The address of a page in the language of this page. `*` stands for all addresses. */
export const localAddress = <Path extends string>(path: Path): Path => path;

/** A link that the owner has typed. A page of this shop is opened in the language of this page. */
export const ownAddress = (link: string): string => link;

/**
 * The same page in the other language. The server leads from the English words behind /fr to the French ones, so a visitor
 * of English pages loads no table of words.
 */
export const inOtherLanguage = (address: string): string =>
  `/fr${address.replace(/^\/(?=[?#]|$)/, "")}`;
