import { plural } from "../../../money.ts";
import type { texts as english } from "./newsletter.texts.en.ts";

export const texts: typeof english = {
  title: "Abonnés",
  count: (count) => `${plural(count, "adresse confirmée", "adresses confirmées")}.`,
  notOffered:
    "Les visiteurs ne peuvent pas encore s’abonner. Il faut une adresse de la boutique et un serveur qui envoie ses courriels.",
  file: "Le fichier contient chaque adresse avec la preuve de son consentement et un lien de désabonnement. Mettez ce lien dans chaque courriel que vous envoyez.",
  download: "Télécharger les abonnés",
  loading: "Chargement des abonnés",
};
