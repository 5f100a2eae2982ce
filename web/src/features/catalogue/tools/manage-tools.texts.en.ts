import { formatCount, plural } from "../../../money.ts";
import { counted } from "../../../words.en.ts";

export const texts = {
  title: "Manage Tool",
  addTool: "Add Tool",
  categories: "Categories",
  importTools: "Import tools",
  downloadTools: "Download tools",
  removedTools: "Removed tools",
  search: "Search",
  show: "Show",
  category: "Category",
  allCategories: "All categories",

  count: counted.tools,
  countFound: (count: number) => `${counted.tools(count)} found`,
  loading: "Loading the tools",
  noMatch: "No tools match",
  noMatchExplanation: "No tools match this search.",
  showAll: "Show all tools",
  noTools: "No tools yet",
  noToolsExplanation: "Your first tool will appear here and in the catalogue.",

  allTools: "All tools",
  image: "Image",
  name: "Name",
  draft: "Draft",
  quantity: "Quantity",
  stockHistory: (quantity: number, tool: string) =>
    `${formatCount(quantity)}, stock history of ${tool}`,
  outOfStock: "Out of stock",
  lowStock: "Low stock",
  waiting: (count: number) => `${plural(count, "customer", "customers")} waiting`,
  edit: "Edit",
  editOf: (tool: string) => `Edit ${tool}`,
  delete: "Delete",
  deleteOf: (tool: string) => `Delete ${tool}`,
  deleted: (tool: string) => `tool:${tool} is deleted`,
  alreadyDeleted: (tool: string) => `tool:${tool} was already deleted`,
};
