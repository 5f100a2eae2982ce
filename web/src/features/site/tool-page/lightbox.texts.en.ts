export const texts = {
  place: (place: number, count: number) => `${place} of ${count}`,
  fullSize: "Full size",
  close: "Close",
  pictures: "Pictures",
  previous: "Previous picture",
  next: "Next picture",
};
