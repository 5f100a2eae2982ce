import { formatCount } from "../../../money.ts";
import { counted } from "../../../words.en.ts";

export const texts = {
  title: "Basket",
  loading: "Loading your basket",
  maybeOld: (reason: string) => `Prices and stock may have changed. ${reason}`,
  tryAgain: "Try again",
  howToFill: "Choose a tool and add it. You can buy several tools with one payment.",
  /** The empty basket of a browser without JavaScript. The link is HTML. */
  plainEmpty: (link: (text: string) => string) => `Your basket is empty. ${link("All Tools")}`,
  lines: counted.tools,
  quantityOf: (tool: string) => `Quantity of ${tool}`,
  minimumOf: (count: number) => `Minimum of ${formatCount(count)}`,
  totalOf: (tool: string) => `Total of ${tool}`,
  unitPrice: (price: string) => `${price} each`,
  unitPrices: (price: string, next: string, from: number) =>
    `${price} each · ${next} from ${formatCount(from)}`,
  remove: "Remove",
  removeTool: (tool: string) => `Remove ${tool}`,
  removed: (tool: string) => `${tool} is removed.`,
  undo: "Undo",
  putBack: (tool: string) => `Put back ${tool}`,
  setTo: (count: number) => `Set to ${formatCount(count)}`,
  takeLeft: (count: number) => `Take the ${formatCount(count)} left`,
  remedyOf: (remedy: string, tool: string) => `${remedy}: ${tool}`,
  sum: "Sum",
  deliveringTo: "Delivering to",
  province: "Province or territory",
  chooseProvince: "Please choose",
  postalCode: "Postal code",
  delivery: "Delivery",
  total: "Total",
  totalOfGoods: "Total of the goods",
  checkout: "Checkout",
  orCheckout: "or go to the checkout",
  changeMarked: "Please change the marked tools first.",
};
