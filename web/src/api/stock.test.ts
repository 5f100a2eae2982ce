import { expect, test } from "vitest";
import { isOutOfStock, soldOutWords, stockWords } from "./stock.ts";

const stock = (availableQuantity: number, minimumQuantity: number) => ({
  availableQuantity,
  minimumQuantity,
});

test("plenty is counted, little is called the last", () => {
  expect(stockWords(stock(480, 12))).toBe("480 in stock");
  expect(stockWords(stock(36, 12))).toBe("36 in stock");
  expect(stockWords(stock(35, 12))).toBe("Last 35");
});

test("less than the smallest order is nothing", () => {
  expect(stockWords(stock(8, 10))).toBe("Out of stock");
  expect(isOutOfStock(stock(10, 10))).toBe(false);
  expect(soldOutWords(stock(8, 10))).toBe("8 left, fewer than the minimum of 10");
  expect(soldOutWords(stock(0, 10))).toBe("None left");
});
