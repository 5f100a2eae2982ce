export const texts = {
  stepDone: ", done",
  stepNotYet: ", not yet",
};
