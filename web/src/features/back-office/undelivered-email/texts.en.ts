export const texts = {
  profile: "Users Profile",
  title: "Undelivered e-mail",
  intro:
    "E-mails that could not be delivered after several attempts, and what the mail server said. All others were sent or are being sent.",
  loading: "Loading the e-mails",
  emptyTitle: "Nothing undelivered",
  empty: "No e-mail has failed.",
  to: "To",
  subject: "Subject",
  since: "Since",
  attempts: "Attempts",
  reason: "Reason",
  action: "Action",
  tooLate: "Too late: its link or code has expired",
  retry: "Try again",
  retryOf: (recipient: string) => `Try again: the e-mail to ${recipient}`,
  retried: (recipient: string) => `The e-mail to ${recipient} will be tried again`,
};
