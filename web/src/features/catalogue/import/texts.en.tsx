import type { ReactNode } from "react";
import { formatCount, formatPrice, plural } from "../../../money.ts";
import { counted } from "../../../words.en.ts";

type Link = (text: string) => ReactNode;

const separators: Record<string, string> = { ",": "commas", ";": "semicolons", "\t": "tabs" };

export const texts = {
  manageTools: "Manage Tool",
  title: "Import tools",
  howTo: (download: Link) => (
    <>
      {download("Download the Excel file of your tools")}, edit it in a spreadsheet, and choose it
      here. You will see what changes before anything is saved.
    </>
  ),
  aboutFile: "About the file",
  rowsTitle: "Rows",
  columnsTitle: "Columns",
  picturesTitle: "Pictures",
  otherShopsTitle: "Other shops",
  file: "The file can be Excel (.xlsx) or CSV. Rows are matched by ID, or else by SKU. Other rows become new tools. Columns you leave out are not changed. A file can have up to 10,000 rows.",
  columns: (template: Link) => (
    <>
      New tools need the columns Name, Description, Price, Available quantity and Picture. All other
      columns are optional. {template("Download a template")} with one example.
    </>
  ),
  exampleName: "Draw hoe",
  exampleDescription: "A light hoe for weeding.",
  pictures:
    "The Picture column holds a web address or a file name such as draw-hoe.jpg. Put those files in one zip (up to 500 pictures and 50 MB) and choose it as well.",
  otherShops:
    "You can also choose the CSV export of your products from Shopify or WooCommerce as it is. The shop fetches up to 500 pictures by their addresses.",

  tools: "File of tools",
  chooseTools: "Choose an Excel or CSV file",
  chooseOtherTools: "Choose another file",
  zip: "Zip with pictures",
  chooseZip: "Choose a zip with pictures",
  chooseOtherZip: "Choose another zip",
  remove: "Remove",
  removeOf: (file: string) => `Remove ${file}`,
  toolsTooLarge: "This file is larger than 5 MB. Please split it into several files.",
  zipTooLarge:
    "The zip is larger than 50 MB. Please make the pictures smaller, or import in several parts.",

  check: "Check",
  checkAgain: "Check again",
  checking: "Checking the file …",
  sendingZip: (megabytes: number) =>
    `Sending the file and the zip of ${formatCount(megabytes)} MB …`,
  picturesDone: (done: number, total: number) =>
    `${formatCount(done)} of ${counted.pictures(total)}`,
  import: "Import",
  importOf: (count: number) => `Import ${counted.tools(count)}`,
  sending: "Sending the file …",
  toolsDone: (done: number, total: number) => `${formatCount(done)} of ${counted.tools(total)}`,
  allOrNone: "All rows are imported, or none.",
  percentDone: (percent: number) => `${percent}% done`,
  imported: (added: number, changed: number) =>
    `${counted.tools(added)} added, ${formatCount(changed)} changed`,
  finished: (result: string) => `Import finished: ${result}.`,
  seeThem: "See them in Manage Tool",
};

export const previewTexts = {
  title: "What will change",
  added: (count: number) => `${formatCount(count)} new`,
  changed: (count: number) => `${formatCount(count)} changed`,
  unchanged: (count: number) => `${formatCount(count)} unchanged`,
  notImported: (count: number) => `${formatCount(count)} not imported`,
  problems: (count: number) => plural(count, "problem", "problems"),
  readAsExcel: "Read as an Excel file.",
  readAsText: (encoding: string, separator: string) =>
    `Read as ${encoding} text with ${separators[separator] ?? separator} between the cells.`,
  exportOf: (shop: string) =>
    `This is a product export of ${shop}. A product with variants becomes one tool for each, named “Title – Option”. Unpublished products become drafts.`,
  unknownColumns: (columns: string) =>
    `These columns are ignored, because the shop does not know them: ${columns}`,

  correct:
    "Correct these rows and choose the file again. Nothing is imported until every row is correct.",
  correctWithZip:
    "Correct these rows or the zip, and choose what you changed again. Nothing is imported until every row is correct.",
  problemRows: "Problems",
  problem: "Problem",
  setStock: "Set the stock to the file’s quantities",
  setStockExplanation:
    "The file does not say when its quantities were counted. Sales since then would come back.",
  takeSkus: "Take the SKUs of the file",
  takeSkusExplanation: "Some SKUs look altered by a spreadsheet. The tools keep theirs.",
  alteredSkus: "Altered SKUs",
  sku: "SKU",
  overwrite: "Overwrite them with the file",
  overwriteExplanation:
    "Some tools were changed in the shop after this file was downloaded. These changes stay.",
  changedInShop: "Changed in the shop",
  change: "Change",
  skippedExplanation: "These rows cannot be imported. The others can.",
  skipped: "Not imported",
  reason: "Reason",
  notesExplanation: "These rows are imported with a difference.",
  notes: "Notes",
  note: "Note",

  changes: "Changes",
  row: "Row",
  tool: "Tool",
  newTool: (dollars: number, stock: number) =>
    `New: ${formatPrice(dollars)}, ${formatCount(stock)} in stock`,
  newDraft: (dollars: number, stock: number) =>
    `New: ${formatPrice(dollars)}, ${formatCount(stock)} in stock, draft`,
  column: (name: string) => `${name}:`,
  none: "none",
  more: (count: number) => `And ${formatCount(count)} more.`,
};
