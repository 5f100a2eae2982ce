import { expect, test } from "vitest";
import { isOutOfStock, soldOutText, stockText } from "./stock.ts";

const stock = (availableQuantity: number, minimumQuantity: number) => ({
  availableQuantity,
  minimumQuantity,
});

test("plenty is counted, little is called the last", () => {
  expect(stockText(stock(480, 12))).toBe("480 in stock");
  expect(stockText(stock(36, 12))).toBe("36 in stock");
  expect(stockText(stock(35, 12))).toBe("Last 35");
});

test("less than the smallest order is nothing", () => {
  expect(stockText(stock(8, 10))).toBe("Out of stock");
  expect(isOutOfStock(stock(10, 10))).toBe(false);
  expect(soldOutText(stock(8, 10))).toBe("8 left, fewer than the minimum of 10");
  expect(soldOutText(stock(0, 10))).toBe("None left");
});
