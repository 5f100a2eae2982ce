import { counted } from "../../../words.en.ts";

export const texts = {
  fromFormerShop: (orders: number) => `From the former shop: ${counted.orders(orders)}`,
};
