import { plural } from "../../../money.ts";

export const texts = {
  title: "Subscribers",
  count: (count: number) => `${plural(count, "address", "addresses")} confirmed.`,
  notOffered:
    "Visitors cannot subscribe yet. The shop needs an address, and a server that sends its e-mails.",
  file: "The file has each address with the proof of its consent, and a link that unsubscribes it. Put that link into each e-mail that you send.",
  download: "Download subscribers",
  loading: "Loading the subscribers",
};
