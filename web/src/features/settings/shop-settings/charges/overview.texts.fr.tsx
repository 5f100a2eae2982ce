import { formatPrice } from "../../../../money.ts";
import type * as english from "./overview.texts.en.tsx";
import { provinces } from "./provinces.texts.en.ts";

export const charged: typeof english.charged = {
  title: "Ce qui est perçu, où et pourquoi",
  loading: "Chargement des taxes",
  today:
    "Aujourd’hui, selon la destination de la marchandise. Les taxes en gras sont perçues. Chaque taxe est calculée une seule fois sur tout l’achat, et un demi-cent compte pour un cent.",
  nothing:
    "Votre entreprise n’est pas inscrite aux taxes\u00a0: aucune n’est perçue, et les clients ne lisent rien à ce sujet.",
  pickUp: (home) =>
    `Un client qui ramasse la marchandise paie les taxes en vigueur ${provinces.in([home])}, où se trouve la boutique.`,
  noHome:
    "La boutique ne connaît pas sa propre province. Indiquez-la ci-dessus, pour que le ramassage soit taxé là.",
  ownRate: (rate, province, from) =>
    `Votre propre taux\u00a0: ${rate} ${provinces.in([province])} à partir du ${from}.`,
  inTable: "Il figure aussi dans la table de la boutique; vous pouvez donc retirer le vôtre.",
  otherInTable: (percent) =>
    `La table de la boutique indique ${`${percent}`.replace(".", ",")}\u00a0% pour ce jour.`,
  list: "Taxes par province",
  sources: "D’où viennent les taux",
  place: (name) => `${name}\u00a0:`,
  source: (rate, since, source) => (
    <>
      {rate} depuis le {since}, {source}
    </>
  ),
  sourceReadOn: (rate, since, source, readOn) => (
    <>
      {rate} depuis le {since}, {source}, consulté le {readOn}
    </>
  ),
};

export const limits: typeof english.limits = {
  title: "Quand vous devez vous inscrire",
  about: (since) =>
    `Ventes payées depuis le ${since}, livraison comprise, avant taxes et remboursements. Pour la TPS/TVH, un seul trimestre au-dessus du seuil suffit, et les ventes hors de cette boutique comptent aussi.`,
  list: "Ventes par rapport aux seuils",
  ofLimit: (sales, limit) => `${formatPrice(sales)} sur ${formatPrice(limit)}`,
  nothingSold: "Rien n’a encore été vendu dans une province connue.",
  byProvince: (sold) =>
    `Par province\u00a0: ${sold.map(({ name, sales }) => `${name} ${formatPrice(sales)}`).join("; ")}.`,
  elsewhere: (sales) =>
    `Pour des ventes de ${formatPrice(sales)}, la province n’était pas nécessaire; elle n’est donc pas connue.`,
};

export const report: typeof english.report = {
  title: "Rapport de taxes",
  about:
    "Une taxe compte comme perçue le jour du paiement, et comme remboursée le jour où le remboursement a été décidé. La boutique commence par le dernier trimestre complet.",
  days: {
    from: "Du",
    to: "Au",
  },
  loading: "Chargement du rapport de taxes",
  list: "Taxe nette par administration",
  total: (charged, sales, returned) =>
    `${formatPrice(charged)} perçus sur des ventes de ${formatPrice(sales)}, ${formatPrice(returned)} remboursés.`,
  empty: "Rien n’a été vendu ni remboursé pendant cette période.",
  untaxed: (sales) => `Des ventes de ${formatPrice(sales)} étaient sans taxe.`,
  details: "Par taxe et par province",
  caption: "Taxes de la période",
  tax: "Taxe",
  province: "Province",
  amounts: {
    sales: "Ventes",
    charged: "Perçu",
    returned: "Remboursé",
    net: "Net",
  },
  download: "Télécharger le rapport de taxes",
};

export const accountant: typeof english.accountant = {
  title: "Consultez votre comptable",
  about:
    "La boutique connaît les taux et les règles, mais pas votre entreprise. Cette page n’est pas un avis juridique.",
  questions: [
    "Où votre entreprise est-elle inscrite, et à partir de quel jour? Toutes vos entreprises comptent-elles ensemble?",
    "Quand devez-vous vous inscrire en Saskatchewan et au Manitoba\u00a0: dès la première vente?",
    "La TVP s’applique-t-elle à la livraison en Colombie-Britannique et en Saskatchewan, et la TVD au Manitoba? Cela dépend de la personne à qui appartient la marchandise en chemin.",
    "Vendez-vous à des boutiques qui revendent? Elles vous donnent un numéro ou un certificat pour la TVP.",
    "Certaines de vos marchandises sont-elles exonérées de la TVP, comme les plantes, les semences ou la terre?",
    "Un code de rabais est-il un prix plus bas, ou vous est-il remboursé?",
    "Une vente payée au ramassage est-elle taxée le jour de la commande, ou le jour du paiement?",
    "Comment rendez-vous la taxe lors d’un remboursement, et combien de temps après la vente?",
    "L’administration fiscale demande que les registres soient conservés six ans, au Canada. Votre serveur s’y trouve-t-il, ou conservez-vous une exportation?",
    "Produisez-vous vos déclarations selon la méthode ordinaire ou la méthode rapide?",
  ],
};
