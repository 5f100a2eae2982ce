import type { texts as english } from "./push.texts.en.tsx";

export const texts: typeof english = {
  about:
    "Une notification comme «\u00a0Nouvelle commande, 384,00\u00a0$\u00a0» quand un client a payé. Elle ne nomme aucun client. La déconnexion sur l’appareil y met fin, tout comme un nouveau mot de passe.",
  loading: "Chargement de vos appareils",
  thisOne: "Cet appareil",
  since: (date) => <>Depuis le {date}</>,
  notReachedSince: (date) => <>Injoignable depuis le {date}</>,
  sendTest: "Envoyer un essai",
  sendTestTo: (device) => `Envoyer un essai à ${device}`,
  testSent: (device) => `Un essai est en route vers ${device}`,
  remove: "Retirer",
  removeDevice: (device) => `Retirer ${device}`,
  removed: (device) => `${device} ne reçoit plus d’avis de commande`,
  notify: {
    phone: "Aviser ce téléphone des nouvelles commandes",
    computer: "Aviser cet ordinateur des nouvelles commandes",
  },
  added: {
    phone: "Ce téléphone est avisé des nouvelles commandes",
    computer: "Cet ordinateur est avisé des nouvelles commandes",
  },
  browserAsks: "Votre navigateur vous demandera ensuite si la boutique en a le droit.",
  support: {
    insecure:
      "Les notifications demandent une connexion sécurisée. Ouvrez la boutique avec https:// dans son adresse.",
    "home screen":
      "Un iPhone ou un iPad affiche des notifications seulement pour les pages de son écran d’accueil. Appuyez sur Partager, puis sur «\u00a0Sur l’écran d’accueil\u00a0». Ouvrez la boutique à partir de là, connectez-vous et revenez à cette page.",
    unsupported:
      "Ce navigateur ne peut pas afficher de notifications. Veuillez en essayer un autre.",
    denied:
      "Ce navigateur bloque les notifications de la boutique. Autorisez-les dans ses paramètres pour ce site, puis rechargez cette page.",
  },
  notAllowed:
    "Les notifications sont toujours désactivées, car le navigateur n’a pas reçu votre accord.",
  noAnswer:
    "Le service de notifications de ce navigateur n’a pas répondu. Veuillez réessayer plus tard, ou utiliser un autre navigateur.",
};
