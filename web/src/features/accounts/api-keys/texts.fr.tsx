import type { texts as english, newKeyTexts as englishNewKey } from "./texts.en.tsx";

export const texts: typeof english = {
  profile: "Profil",
  title: "Clés d’API",
  newKey: "Nouvelle clé",
  whatFor: (link) => (
    <>
      Vos propres scripts peuvent utiliser une clé au lieu de votre mot de passe, par exemple pour
      mettre le stock à jour. Une clé peut faire seulement ce que vous choisissez ici. Aucune clé ne
      peut modifier les rôles, les paramètres ni les autres clés. La liste contient les clés de tous
      les administrateurs, et vous pouvez supprimer chacune d’elles. Pour connaître les appels,
      consultez la {link("documentation de l’API")}.
    </>
  ),
  loading: "Chargement des clés",
  keyOf: (name, holder) => (
    <>
      la clé {name} de {holder}
    </>
  ),
  deleted: (name) => `La clé ${name} ne fonctionne plus`,
  noKeysTitle: "Aucune clé d’API pour le moment",
  noKeys: "Créez-en une pour chaque script que vous exécutez.",
  name: "Nom",
  belongsTo: "Appartient à",
  allowedTo: "Droits",
  expires: "Expiration",
  lastUsed: "Dernière utilisation",
  never: "Jamais",
  delete: "Supprimer",
  deleteKey: (name) => `Supprimer la clé ${name}`,
  scopes: {
    "orders:read": "Voir les commandes",
    "orders:write": "Voir et expédier les commandes",
    "tools:write": "Ajouter et modifier des outils",
    "tools:import": "Importer des outils à partir de fichiers CSV et Excel",
    "csv:read": "Télécharger des fichiers CSV et Excel, avec les noms et les adresses des clients",
    "figures:read": "Voir les chiffres de vente",
    "webhooks:write":
      "Ajouter, modifier et supprimer des webhooks, avec leurs secrets; voit les totaux des commandes",
    "refunds:write": "Rembourser des commandes",
  },
};

export const newKeyTexts: typeof englishNewKey = {
  title: "Nouvelle clé d’API",
  createdTitle: "Copiez votre clé maintenant",
  notShownAgain: "Elle ne sera plus affichée. Gardez-la aussi précieusement qu’un mot de passe.",
  copied: "Copié",
  copy: "Copier",
  done: "Terminé",
  whatFor: "À quoi sert-elle?",
  example: "Stock de l’entrepôt",
  nameRequired: "Le nom est obligatoire",
  whatItCanDo: "Que peut-elle faire?",
  scopeRequired: "Choisissez ce que la clé peut faire.",
  refundWarning:
    "Cette clé peut rembourser toutes les commandes payées, et un remboursement est irréversible. Choisissez ce droit seulement pour un programme auquel vous confiez votre argent.",
  howLong: "Combien de temps doit-elle fonctionner?",
  oneYear: "1 an",
  yourPassword: "Votre mot de passe",
  passwordHint: "Laissez ce champ vide si votre compte n’a pas de mot de passe.",
  create: "Créer",
};
