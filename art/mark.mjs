// The mark: a trowel whose blade is a leaf. Drawn on a 24-unit grid for 24 pixels, so it has no line that a pixel
// cannot show.

const handle =
  "M17.9 1.7a2.25 2.25 0 0 1 3.2 0l1.2 1.2a2.25 2.25 0 0 1 0 3.2l-3.3 3.3a2.1 2.1 0 0 1-3 0L14.6 8a2.1 2.1 0 0 1 0-3Z";
const neck = "m15.1 7.5 1.4 1.4-2.9 2.9-1.4-1.4Z";
const blade =
  "M13.9 10.1c2.6 2.5 2.9 6.3.6 8.7C11.800 21.600 6.500 22.700 1.700 22.300 1.300 17.500 2.400 12.200 5.200 9.500c2.400-2.300 6.200-2 8.700.6Z";
const vein = "M12.2 11.800 6.100 17.900";

const mask = `<mask id="vein"><path fill="#fff" d="M0 0h24v24H0z"/><path d="${vein}" fill="none" stroke="#000" stroke-width="1.5" stroke-linecap="round"/></mask>`;

const shape = (colour) =>
  `<g fill="${colour}"><path d="${handle}"/><path d="${neck}"/><path mask="url(#vein)" d="${blade}"/></g>`;

export const logo = () =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">${mask}${shape("currentColor")}</svg>`;

/** On its own ground, for browser tabs and home screens. `round` is the corner radius in 24ths. */
export const badge = (round) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">${mask}<rect width="24" height="24" rx="${round}" fill="#2f5d3a"/><g transform="translate(12 12) scale(.72) translate(-12 -12)">${shape("#fbf8f1")}</g></svg>`;
