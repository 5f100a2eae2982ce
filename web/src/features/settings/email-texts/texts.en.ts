export const texts = {
  shopSettings: "Shop settings",
  title: "E-mails",
  intro:
    "What your shop writes to customers. You can change the subject and the opening words of each e-mail.",
  loading: "Loading the e-mails",
  email: "E-mail",
  texts: "Texts",
  changed: "changed",
  default: "default",
  subject: "Subject",
};
