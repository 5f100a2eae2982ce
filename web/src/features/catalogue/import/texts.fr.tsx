import { formatCount, formatPrice, plural } from "../../../money.ts";
import { counted } from "../../../words.en.ts";
import type { texts as english, previewTexts as englishOfPreview } from "./texts.en.tsx";

const separators: Record<string, string> = {
  ",": "des virgules",
  ";": "des points-virgules",
  "\t": "des tabulations",
};

export const texts: typeof english = {
  manageTools: "Gérer les outils",
  title: "Importer des outils",
  howTo: (download) => (
    <>
      {download("Téléchargez le fichier Excel de vos outils")}, modifiez-le dans une feuille de
      calcul, puis choisissez-le ici. Vous verrez ce qui change avant tout enregistrement.
    </>
  ),
  aboutFile: "À propos du fichier",
  rowsTitle: "Lignes",
  columnsTitle: "Colonnes",
  picturesTitle: "Images",
  otherShopsTitle: "Autres boutiques",
  file: "Le fichier peut être un fichier Excel (.xlsx) ou CSV. Les lignes sont associées par ID, ou sinon par UGS. Les autres lignes deviennent de nouveaux outils. Les colonnes que vous omettez ne sont pas modifiées. Un fichier peut compter jusqu’à 10\u00a0000\u00a0lignes.",
  columns: (template) => (
    <>
      Les nouveaux outils ont besoin des colonnes Name, Description, Price, Available quantity et
      Picture, avec ces noms en anglais. Toutes les autres colonnes sont facultatives.{" "}
      {template("Téléchargez un modèle")} avec un exemple.
    </>
  ),
  exampleName: "Binette",
  exampleDescription: "Une binette légère pour désherber.",
  pictures:
    "La colonne Picture contient une adresse Web ou un nom de fichier comme draw-hoe.jpg. Mettez ces fichiers dans un seul zip (jusqu’à 500\u00a0images et 50\u00a0Mo) et choisissez-le aussi.",
  otherShops:
    "Vous pouvez aussi choisir telle quelle l’exportation CSV de vos produits de Shopify ou de WooCommerce. La boutique récupère jusqu’à 500\u00a0images à partir de leurs adresses.",

  tools: "Fichier d’outils",
  chooseTools: "Choisir un fichier Excel ou CSV",
  chooseOtherTools: "Choisir un autre fichier",
  zip: "Zip d’images",
  chooseZip: "Choisir un zip d’images",
  chooseOtherZip: "Choisir un autre zip",
  remove: "Retirer",
  removeOf: (file) => `Retirer ${file}`,
  toolsTooLarge: "Ce fichier dépasse 5\u00a0Mo. Veuillez le diviser en plusieurs fichiers.",
  zipTooLarge:
    "Le zip dépasse 50\u00a0Mo. Veuillez réduire les images, ou importer en plusieurs parties.",

  check: "Vérification",
  checkAgain: "Vérifier de nouveau",
  checking: "Vérification du fichier…",
  sendingZip: (megabytes) => `Envoi du fichier et du zip de ${formatCount(megabytes)}\u00a0Mo…`,
  picturesDone: (done, total) => `${formatCount(done)} sur ${counted.pictures(total)}`,
  import: "Importation",
  importOf: (count) => `Importer ${counted.tools(count)}`,
  sending: "Envoi du fichier…",
  toolsDone: (done, total) => `${formatCount(done)} sur ${counted.tools(total)}`,
  allOrNone: "Toutes les lignes sont importées, ou aucune.",
  percentDone: (percent) => `${percent}\u00a0% terminé`,
  imported: (added, changed) =>
    `${plural(added, "outil ajouté", "outils ajoutés")}, ${plural(changed, "modifié", "modifiés")}`,
  finished: (result) => `Importation terminée\u00a0: ${result}.`,
  seeThem: "Les voir dans «\u00a0Gérer les outils\u00a0»",
};

export const previewTexts: typeof englishOfPreview = {
  title: "Ce qui va changer",
  added: (count) => plural(count, "nouveau", "nouveaux"),
  changed: (count) => plural(count, "modifié", "modifiés"),
  unchanged: (count) => plural(count, "inchangé", "inchangés"),
  notImported: (count) => plural(count, "non importé", "non importés"),
  problems: (count) => plural(count, "problème", "problèmes"),
  readAsExcel: "Lu comme un fichier Excel.",
  readAsText: (encoding, separator) =>
    `Lu comme du texte ${encoding}, avec ${separators[separator] ?? separator} entre les cellules.`,
  exportOf: (shop) =>
    `Ceci est une exportation de produits de ${shop}. Un produit avec des variantes devient un outil pour chacune, nommé «\u00a0Titre – Option\u00a0». Les produits non publiés deviennent des brouillons.`,
  unknownColumns: (columns) =>
    `Ces colonnes sont ignorées, parce que la boutique ne les connaît pas\u00a0: ${columns}`,

  correct:
    "Corrigez ces lignes et choisissez de nouveau le fichier. Rien n’est importé tant que toutes les lignes ne sont pas correctes.",
  correctWithZip:
    "Corrigez ces lignes ou le zip, et choisissez de nouveau ce que vous avez modifié. Rien n’est importé tant que toutes les lignes ne sont pas correctes.",
  problemRows: "Problèmes",
  problem: "Problème",
  setStock: "Prendre les quantités du fichier comme stock",
  setStockExplanation:
    "Le fichier ne dit pas quand ses quantités ont été comptées. Les ventes faites depuis reviendraient dans le stock.",
  takeSkus: "Prendre les UGS du fichier",
  takeSkusExplanation:
    "Certaines UGS semblent avoir été altérées par une feuille de calcul. Les outils gardent leurs UGS actuelles.",
  alteredSkus: "UGS altérées",
  sku: "UGS",
  overwrite: "Les remplacer par le fichier",
  overwriteExplanation:
    "Certains outils ont été modifiés dans la boutique après le téléchargement de ce fichier. Ces modifications restent.",
  changedInShop: "Modifiés dans la boutique",
  change: "Modification",
  skippedExplanation: "Ces lignes ne peuvent pas être importées. Les autres peuvent l’être.",
  skipped: "Non importées",
  reason: "Raison",
  notesExplanation: "Ces lignes sont importées avec une différence.",
  notes: "Remarques",
  note: "Remarque",

  changes: "Modifications",
  row: "Ligne",
  tool: "Outil",
  newTool: (dollars, stock) =>
    `Nouveau\u00a0: ${formatPrice(dollars)}, ${formatCount(stock)} en stock`,
  newDraft: (dollars, stock) =>
    `Nouveau\u00a0: ${formatPrice(dollars)}, ${formatCount(stock)} en stock, brouillon`,
  column: (name) => `${name}\u00a0:`,
  none: "aucune valeur",
  more: (count) => `Et ${formatCount(count)} de plus.`,
};
