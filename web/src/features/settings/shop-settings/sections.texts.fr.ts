import type * as english from "./sections.texts.en.ts";

export const sections: typeof english.sections = {
  shop: {
    title: "La boutique",
    about: "Qui vous êtes, et comment les clients peuvent vous joindre.",
  },
  look: {
    title: "Apparence",
    about: "Les clients la voient sur chaque page.",
  },
  texts: {
    title: "Textes",
    about: "Un texte vide n’est pas affiché.",
  },
  home: {
    title: "Page d’accueil",
    about:
      "Ce que les visiteurs voient en premier. Une section sans contenu n’est pas affichée, et une section masquée n’apparaît nulle part.",
  },
  checkout: {
    title: "Caisse",
    about: "Pendant le paiement d’un panier, sa marchandise est réservée.",
  },
  guests: {
    title: "Invités",
    about:
      "Les visiteurs peuvent acheter sans se connecter. Ils reçoivent par courriel un lien vers leur commande.",
  },
  delivery: {
    title: "Livraison",
    about: "Comment la marchandise parvient à vos clients, et ce que cela coûte.",
  },
  taxes: {
    title: "Taxes",
    about:
      "TPS, TVH, TVQ, TVP et TVD, selon la destination de la marchandise. La boutique connaît les taux.",
  },
  pickUp: {
    title: "Payer au ramassage",
    about:
      "Pour les gens du voisinage qui veulent d’abord voir l’outil, ou payer en argent comptant. Il faut un mode de livraison qui soit un ramassage.",
  },
  codes: {
    title: "Codes de rabais",
    about:
      "Pour une promotion, une infolettre ou un client que vous voulez remercier. Un client saisit un seul code dans le panier.",
  },
  about: {
    title: "Page «\u00a0À propos\u00a0»",
    about: "Qui vous êtes. La page figure dans le menu et dans le pied de page.",
  },
  social: {
    title: "Réseaux sociaux",
    about: "L’adresse complète de chaque page, commençant par https://",
  },
  emails: {
    title: "Courriels qui vous sont destinés",
    about:
      "Nous vous informons aussi des contestations, des remboursements refusés et des courriels non livrés.",
  },
  staff: {
    title: "Sécurité du personnel",
    about:
      "La vérification en deux étapes demande un code d’une application après le mot de passe. Chaque personne l’active sous «\u00a0Compte et sécurité\u00a0».",
  },
  newsletter: {
    title: "Infolettre",
    about:
      "Les visiteurs acceptent de recevoir des nouvelles par courriel et le confirment par un lien. Nous conservons la preuve. Vous envoyez vous-même l’infolettre aux adresses du fichier.",
  },
  reviews: {
    title: "Avis",
    about: "Vous pouvez masquer et supprimer des avis dans «\u00a0Gérer les avis\u00a0».",
  },
  search: {
    title: "Recherche",
    about:
      "Des mots qui ont le même sens pour vos clients. La recherche de l’un trouve les outils qui contiennent l’autre.",
  },
  legal: {
    title: "Pages juridiques",
    about:
      "Une ligne vide commence un nouveau paragraphe. Une ligne courte, seule, devient un titre.",
  },
  quebec: {
    title: "Vente au Québec",
    about:
      "«\u00a0Prêt pour le Québec\u00a0», dans le menu, présente la liste de ce que la loi demande.",
  },
};

export const hints: typeof english.hints = {
  locale:
    "Change la façon d’écrire les dates et les montants, aussi dans les courriels. La langue reste la même.",
  registrationNumbers:
    "Sur les reçus, les bordereaux d’expédition et les courriels, un par ligne. Les numéros de taxes que vous entrez sous «\u00a0Taxes\u00a0» sont imprimés automatiquement.",
  howToPay:
    "Tant que la boutique n’accepte pas les cartes, les clients le lisent après une commande et dans le courriel. Par exemple\u00a0: virement Interac à pay@example.ca",
  legalName: "L’entreprise ou la personne qui vend, si le nom diffère.",
  tagline: "Une seule phrase. Sans elle, le nom de la boutique sert de titre.",
  heroPicture:
    "Les téléphones en montrent le milieu, à la verticale. Sans image, trois de vos outils occupent cette place.",
  storyText:
    "Qui fabrique ou choisit les outils. Sans ce texte, les clients lisent les premiers mots de votre page «\u00a0À propos\u00a0».",
  bannerSlides:
    "Les images larges donnent le meilleur résultat. Un lien est une page de votre boutique, comme /tool, ou commence par https://.",
  location: "Affiché si la boutique n’a pas d’adresse.",
  checkoutMinutes:
    "De 10 à 1440, soit un jour. Le client peut prolonger ce délai une fois. Choisissez moins s’il reste peu de pièces pour beaucoup de clients, et plus si les clients ont besoin de temps pour payer.",
  guestCheckout:
    "Activez cette option si les nouveaux clients abandonnent à la connexion. Elle exige le paiement par carte et le courriel. Laissez-la désactivée si vous vendez sur rendez-vous, ou seulement à des gens que vous connaissez.",
  guestLimit:
    "Les achats plus chers exigent une connexion, car les fraudeurs essaient des cartes volées là où elle n’est pas exigée. Vide\u00a0: aucune limite.",
  homeProvince: "Les clients qui ramassent leur marchandise paient les taxes de cette province.",
  payAtPickUp:
    "La marchandise attend trois jours. Quand le client paie, enregistrez le paiement dans la commande. Sinon, la commande prend fin d’elle-même.",
  aboutTitle: "Votre nom, ou «\u00a0À propos de nous\u00a0». Sans titre, cette page n’existe pas.",
  aboutText:
    "Une ligne vide commence un nouveau paragraphe. # donne un titre, - une liste, **gras** du texte en gras, et [texte](/tool) un lien.",
  notificationEmail:
    "Si ce champ est vide, nous utilisons le courriel de la boutique. Si les deux sont vides, vous ne recevez aucun courriel.",
  lowStock:
    "La boutique vous avertit une fois quand le stock d’un outil descend à ce nombre. Laissez vide pour ne recevoir aucun avertissement.",
  newsletter:
    "Il faut l’adresse de la boutique, que la loi exige à côté de la case, et un serveur de courriel. S’abonner doit être affiché sous Accueil.",
  reviewRequests:
    "Un courriel par achat, avec un lien pour ne plus en recevoir. L’adresse de la boutique est nécessaire. L’achat est le consentement que la loi demande.",
  reviewRequestDays: "De 1 à 60, après le dernier jour prévu pour la livraison.",
  privacyOfficer:
    "Un nom, ou un titre qui convient dans les deux langues. La page «\u00a0Confidentialité\u00a0» l’affiche.",
  quebecSales:
    "Une boutique qui vendait déjà au Québec continue. L’historique des paramètres garde votre choix.",
  synonyms: "Un groupe par ligne, avec = entre les mots\u00a0: bêche = pelle",
};

export const rows: typeof english.rows = {
  banner: {
    add: "Ajouter une bannière",
    cell: (number, cell) => `Bannière ${number}\u00a0: ${cell}`,
    picture: (number) => `Image de la bannière ${number}`,
    up: (number) => `Monter la bannière ${number}`,
    remove: (number) => `Retirer la bannière ${number}`,
  },
  figure: {
    add: "Ajouter un chiffre",
    cell: (number, cell) => `Chiffre ${number}\u00a0: ${cell}`,
    picture: (number) => `Image du chiffre ${number}`,
    up: (number) => `Monter le chiffre ${number}`,
    remove: (number) => `Retirer le chiffre ${number}`,
  },
  step: {
    add: "Ajouter une étape",
    cell: (number, cell) => `Étape ${number}\u00a0: ${cell}`,
    picture: (number) => `Image de l’étape ${number}`,
    up: (number) => `Monter l’étape ${number}`,
    remove: (number) => `Retirer l’étape ${number}`,
  },
  season: {
    add: "Ajouter une saison",
    cell: (number, cell) => `Saison ${number}\u00a0: ${cell}`,
    picture: (number) => `Image de la saison ${number}`,
    up: (number) => `Monter la saison ${number}`,
    remove: (number) => `Retirer la saison ${number}`,
  },
};

export const cells: typeof english.cells = {
  title: "Titre",
  text: "Texte",
  link: "Lien",
  picture: "Image",
  value: "Valeur",
  note: "Note",
  months: "Mois",
};
