import { formatCount } from "../../../money.ts";

export const texts = {
  shopSettings: "Shop settings",
  title: "Old addresses",
  intro:
    "Links to your former shop keep working: each old address leads to a page of this shop. An import of tools from Shopify or WooCommerce adds the addresses of its products.",
  all: "All old addresses",
  search: "Search by address",
  inAll: (addresses: number) => `${formatCount(addresses)} in all`,
  loading: "Loading the old addresses",
  oldAddress: "Old address",
  oldAddressRequired: "Please enter the old address.",
  leadsTo: "Leads to",
  leadsToRequired: "Please enter a page of this shop.",
  save: "Save",
  saved: (path: string) => `${path} leads to its new page`,
  notFound: "Not found",
  notFoundHint:
    "Visitors asked for these addresses in the last weeks, and the shop has no such page.",
  deleteQuestion: (path: string) => `Delete ${path}?`,
  deleteEffect: "Visitors of this old address will see that there is no such page.",
  delete: "Delete",
  deleteName: (path: string) => `Delete ${path}`,
  deleted: (path: string) => `${path} is deleted`,
  noneMatching: "No matching addresses",
  noneMatchingHint: "No old addresses match this search.",
  noneYet: "No old addresses yet",
  noneYetHint: "Add one above, or choose a file.",
  visits: "Visits",

  asFile: "As a file",
  asFileHint:
    "An Excel or CSV file with two columns: the old path, and where it leads. Redirects that you exported from Shopify are such a file.",
  file: "File of old addresses",
  downloadAll: "Download all",
};
