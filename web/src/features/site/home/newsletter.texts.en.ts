export const texts = {
  title: "Our newsletter",
  email: "E-mail",
  emailRequired: "Please enter your e-mail address.",
  consentRequired: "Please tick the box if you want the newsletter.",
  subscribe: "Subscribe",
  subscribing: "Sending…",
  cancel: "Cancel",
  sent: (email: string) =>
    `We have sent an e-mail to ${email}. Please open the link in it to confirm. If nothing arrives, look among spam. An address that is subscribed gets no second e-mail.`,
  ok: "OK",
  loading: "Loading",
};
