export const texts = {
  title: "Subscription done!",
  thanks: "Thank you",
  ok: "OK",
};
