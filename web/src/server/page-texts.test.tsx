import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Shop } from "../api/shop.ts";
import { renderPage } from "./render-page.tsx";

const tool = {
  _id: "hoe",
  slug: "hoe",
  name: "Hoe",
  description: "For the border.",
  price: 12,
  img: "/images/hoe/350.webp",
  availableQuantity: 48,
  minimumQuantity: 12,
};

const review = {
  _id: "1",
  name: "Ada",
  review: "It digs.",
  rating: 5,
  createdAt: "2026-11-20T10:00:00Z",
};

const EMPTY_HOME = {
  favourites: [],
  categories: [],
  hasPickUp: false,
  isTaxed: false,
  about: "",
};

/** A shop that is not the demo, as it begins. */
const OWN = {
  hasArticles: false,
  ...{ tagline: "", intro: "", about: "", hours: "", phone: "", location: "", siteParts: "" },
  ...{
    sellTitle: "",
    sellText: "",
    sellSteps: "",
    yearTitle: "",
    yearSeasons: "",
    summaryRows: "",
  },
  homeSections: "promises categories new favourites story banner reviews contact",
};

/** Shows a page as the server renders it. Links and buttons do nothing. */
function open(
  path: string,
  shop: Partial<Shop> | null = null,
  tools: unknown[] = [tool],
  home: object = EMPTY_HOME,
) {
  document.body.innerHTML = renderPage({
    path,
    search: "",
    origin: window.location.origin,
    shop,
    currency: { sign: "$", code: "CAD" },
    queries: [
      { key: ["tools", { sort: "newest", limit: 6 }], data: tools },
      { key: ["home-page"], data: home },
      { key: ["posts", "pages", {}], data: { pages: [{ rows: [] }], pageParams: [null] } },
      { key: ["reviews", { sort: "newest", limit: 3 }], data: tools.length > 0 ? [review] : [] },
    ],
  });
  return within(screen.getByRole("main"));
}

const textsOf = (elements: HTMLElement[]) => elements.map(({ textContent }) => textContent);

test("the sections are in the specified order", () => {
  const main = open("/home");
  const titles = main
    .getAllByRole("region")
    .map(
      (section) =>
        section.getAttribute("aria-label") ?? section.querySelector("h1, h2")?.textContent,
    );
  expect(titles).toHaveLength(8);
  expect(titles.slice(0, 4)).toEqual([
    "From the catalogue",
    "Business Summary",
    "Gardening and Yard Care Tools",
    "Browse All Tools",
  ]);
  // Section 5 is the shop's own choice.
  expect(titles[5]).toBe("What Our Customer Says");

  const summary = within(main.getByRole("region", { name: "Business Summary" }));
  expect(textsOf(summary.getAllByRole("term"))).toEqual([
    "Countries",
    "Account Balance",
    "New Users",
    "Annual Revenue",
    "Total Page Views",
    "Total tools",
    "New Registers",
  ]);
  expect(textsOf(summary.getAllByRole("button"))).toEqual(["Add funds", "Register"]);
});

test("three cards say when the shop is open, where it is and how to order", () => {
  const cards = within(open("/").getByRole("region", { name: "Visit, order, call" }));
  expect(textsOf(cards.getAllByRole("heading", { level: 2 }))).toEqual([
    "Opening Hours",
    "Opening Locations",
    "Contact Us",
  ]);
  expect(textsOf(cards.getAllByRole("paragraph"))).toEqual([
    "Monday to Friday, 9am to 5pm",
    "Canada based",
    expect.stringMatching(/^Purchase online, or order by phone: 902 555-01\d\d$/),
  ]);
  expect(cards.getByRole("link").getAttribute("href")).toMatch(/^tel:\+1902555\d{4}$/);
});

test("the blogs answer the five questions at some length", () => {
  const articles = open("/blogs").getAllByRole("article");
  expect(
    articles.map((article) => within(article).getByRole("heading", { level: 2 }).textContent),
  ).toEqual(
    [
      /performance of a React application/,
      /manage state/,
      /prototypal inheritance/,
      /state not set directly/,
      /unit test/,
    ].map((question) => expect.stringMatching(question)),
  );
  for (const article of articles) {
    const answer = textsOf(within(article).getAllByRole("paragraph")).join(" ");
    expect(answer.length).toBeGreaterThan(400);
  }
});

test("a shop of an owner has its posts in place of the specified articles", () => {
  const main = open("/blogs", { hasArticles: false, siteParts: "blogs" });
  expect(main.getByRole("heading", { level: 1 }).textContent).toBe("Blogs");
  expect(main.queryAllByRole("article")).toEqual([]);
  expect(main.getByText("No posts yet")).toBeVisible();
});

test("the portfolio has name, e-mail, education, skills and three projects", () => {
  const main = open("/portfolio");
  expect(main.getByRole("heading", { level: 1 }).textContent).toMatch(/^\w+ \w+$/);
  expect(main.getByRole("link", { name: /@/ }).getAttribute("href")).toMatch(
    /^mailto:.+@example\.com$/,
  );
  const parts = main.getAllByRole("heading", { level: 2 });
  expect(textsOf(parts)).toEqual(["Education", "Skills", "Projects"]);
  const [education, skills, projects] = parts.map((part) =>
    within(part.closest("section") as HTMLElement),
  );
  expect(education?.getAllByRole("listitem").length).toBeGreaterThan(1);
  expect(skills?.getAllByRole("listitem").length).toBeGreaterThan(1);
  expect(projects?.getAllByRole("link")).toHaveLength(3);
});

test("a shop without tools has no section, button or link that would be empty", () => {
  const main = open("/", { ...OWN, homeSections: `${OWN.homeSections} sell summary year` }, []);
  const regions = main
    .getAllByRole("region")
    .map((it) => it.getAttribute("aria-labelledby") ?? it.getAttribute("aria-label"));
  expect(regions).toEqual(["hero"]);
  expect(main.queryAllByRole("link")).toEqual([]);
  expect(main.getByText("Nothing is for sale yet. Please come back soon.")).toBeVisible();
});

const toolOf = (name: string) => ({ ...tool, _id: name, slug: name, name });
const SIX = ["a", "b", "c", "d", "e", "f"].map(toolOf);

test("the hero of an owner shows name, sentence and the three best tools", () => {
  const shop = { ...OWN, name: "Moss", tagline: "Tools that last" };
  const hero = (home: object, more: object = {}) =>
    within(
      open("/", { ...shop, ...more }, SIX, { ...EMPTY_HOME, ...home }).getByRole("region", {
        name: "Tools that last",
      }),
    );
  const best = hero({ favourites: [toolOf("c"), toolOf("z")] });
  expect(best.getByText("Moss")).toBeVisible();
  expect(textsOf(best.getAllByRole("listitem"))).toEqual(["c$12.00", "z$12.00", "a$12.00"]);
  const own = hero({}, { heroPicture: "/images/a/350.webp" });
  expect(own.queryByRole("list")).toBeNull();
  const picture = own.getByRole("presentation");
  expect(picture.getAttribute("fetchpriority")).toBe("high");
  expect(picture.getAttribute("src")).toBe("/images/a/1600.webp");
});

test("the sections of an owner are in the owner's order, and each has content", () => {
  const home = {
    favourites: SIX.slice(0, 5),
    categories: ["Digging", "Watering"].map((name) => ({ slug: name, name, img: "/i" })),
    rating: { average: 4.8, count: 12, stars: [] },
    delivery: { daysFrom: 3, daysTo: 8, freeFrom: 150 },
    hasPickUp: true,
    isTaxed: true,
    about: "We began in a shed.",
  };
  const shop = { ...OWN, homeSections: "story reviews new favourites promises categories" };
  const main = open("/", { ...shop, aboutTitle: "Olive and Fern" }, SIX, home);
  expect(textsOf(main.getAllByRole("heading", { level: 2 }))).toEqual([
    ...["Olive and Fern", "What Our Customer Says", "New", "Favourites", "Categories"],
  ]);
  expect(main.getByText("We began in a shed.")).toBeVisible();
  expect(main.getByText("4.8 from 12 reviews")).toBeVisible();
  const favourites = within(main.getByRole("region", { name: "Favourites" }));
  expect(favourites.getAllByRole("article"), "whole rows").toHaveLength(3);
  expect(
    textsOf(within(main.getByRole("list", { name: /^Delivery/ })).getAllByRole("listitem")),
  ).toEqual([
    "Delivery in 3 to 8 daysFree from $150.00. Or pick it up.",
    "ReturnsHow to return a tool.",
    "TaxesAdded in the basket, by province.",
  ]);
  const few = open("/", shop, SIX.slice(1), { ...home, about: "", categories: [] });
  expect(textsOf(few.getAllByRole("heading", { level: 2 }))).toEqual([
    ...["What Our Customer Says", "Our tools"],
  ]);
  expect(few.queryByRole("link", { name: "All Reviews" })).toBeVisible();
});

test("nothing of the demo is left in the shop of an owner", () => {
  const text = open("/", OWN, SIX).getByRole("region", { name: "Trowel" }).ownerDocument.body;
  for (const words of ["Gardening and Yard Care", "Browse All Tools", "Plate I", "potting bench"])
    expect(text.textContent).not.toContain(words);
  expect(text.innerHTML).not.toContain("/scenes/");
});

test("a shop with a few tools shows all of them, so nothing offers more", () => {
  const main = open("/", {}, [tool]);
  expect(main.queryByRole("link", { name: "Load More Tools" })).toBeNull();
  expect(open("/", {}, SIX).getByRole("link", { name: "Load More Tools" })).toBeVisible();
});

test("the owner’s banners replace the drawn ones", () => {
  const slide = (name: string, link: string) =>
    `${name} | All week | ${link} | /images/${name}/350.webp`;
  const main = open("/", {
    bannerSlides: [
      slide("Sale", "/tool"),
      slide("Fair", "https://fair.ca/"),
      slide("New", ""),
    ].join("\n"),
  });
  const slides = main
    .getAllByRole("listitem", { hidden: true })
    .filter((it) => /of 3$/.test(it.getAttribute("aria-label") ?? ""));
  expect(textsOf(slides)).toEqual([
    "SaleAll weekSee more",
    "FairAll weekSee more",
    "NewAll weekAll Tools",
  ]);
  expect(slides[0]?.querySelector("img")?.getAttribute("src")).toBe("/images/Sale/1600.webp");
  expect(slides.map((it) => it.querySelector("a")?.getAttribute("href"))).toEqual([
    "/tool",
    "https://fair.ca/",
    "/tool",
  ]);
});

test("the footer has three columns, in which each word leads somewhere or says when", () => {
  open("/blogs");
  const footer = within(screen.getByRole("contentinfo"));
  expect(textsOf(footer.getAllByRole("heading"))).toEqual(["Services", "Company", "Social"]);
  expect(textsOf(footer.getAllByRole("listitem"))).toEqual([
    ...["All Tools", "Delivery", "Returns"],
    ...["Who we are", "902 555-0142", "Monday to Friday, 9am to 5pm"],
    "Customer reviews",
    ...["Privacy", "Terms of sale", "Returns", "Français"],
  ]);
  const addresses = footer.getAllByRole("link").map((link) => link.getAttribute("href"));
  expect(addresses).toEqual([
    ...["/home", "/tool", "/terms#delivery", "/returns", "/terms#who-sells", "tel:+19025550142"],
    ...["/allReview", "/privacy", "/terms", "/returns", "/fr/blogs"],
  ]);
  const youtubeUrl = "https://www.youtube.com/@fern";
  open("/blogs", {
    youtubeUrl,
    email: "hi@fern.ca",
    aboutTitle: "Fern",
    siteParts: "blogs company social",
  });
  const own = within(screen.getByRole("contentinfo"));
  expect(textsOf(own.getAllByRole("heading"))).toEqual(["Company", "Social"]);
  for (const [name, href] of [
    ["About", "/about"],
    ["hi@fern.ca", "mailto:hi@fern.ca"],
    ["YouTube", youtubeUrl],
  ] as const)
    expect(own.getByRole("link", { name }).getAttribute("href")).toBe(href);
  expect(screen.getByRole("contentinfo").textContent).toContain(
    `Copyright © ${new Date().getFullYear()}`,
  );
});
