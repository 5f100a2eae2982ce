export const texts = {
  soldOut: "Sold out",
  soldOutNow: "This tool is sold out at the moment.",
  waiting: "We will e-mail you once when this tool is back.",
  wait: "E-mail me when it is back",
  stopWaiting: "Stop waiting",
};
