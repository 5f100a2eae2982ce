import type { texts as english } from "./DashboardLayout.texts.en.tsx";

export const texts: typeof english = {
  dashboard: "Tableau de bord",
  menu: "Menu du tableau de bord",
  soundForOrders: "Son à chaque nouvelle commande",
  linksDidNotLoad: "Certains liens ne se sont pas chargés.",
  testPayments: "Paiements d’essai\u00a0: les cartes ne sont pas débitées.",
  notOpen: "Votre boutique n’est pas encore ouverte.",
  backToSteps: "Retour aux étapes",
  noBackupSince: (date) => <>Aucune sauvegarde n’a réussi depuis le {date}.</>,
  noBackup: "Cette boutique n’a pas encore de sauvegarde.",
  logSaysWhy:
    "Le journal de la boutique en donne la raison, à «\u00a0the nightly backup failed\u00a0».",
  setBackupFolder:
    "Définissez TROWEL_BACKUP_DIR sur son serveur pour en faire une chaque nuit, ou exécutez-y «\u00a0trowel backup\u00a0».",
  withheld: {
    "weak password": {
      text: "Vous travaillez dans cette boutique, mais votre mot de passe est court ou facile à deviner.",
      link: "En choisir un plus long pour ouvrir vos pages",
    },
    "no second factor": {
      text: "Dans cette boutique, propriétaire et personnel utilisent la vérification en deux étapes.",
      link: "L’activer pour ouvrir vos pages",
    },
  },
  waiting: "à faire",
};
