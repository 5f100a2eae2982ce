import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
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

/** Shows a page as the server renders it. Links and buttons do nothing. */
function open(path: string) {
  document.body.innerHTML = renderPage({
    path,
    search: "",
    origin: window.location.origin,
    shop: null,
    currency: { sign: "$", code: "CAD" },
    queries: [
      { key: ["tools", { sort: "newest", limit: 6 }], data: [tool] },
      { key: ["reviews", { sort: "newest", limit: 3 }], data: [] },
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

test("the footer has three columns of text, without dead links", () => {
  open("/blogs");
  const footer = within(screen.getByRole("contentinfo"));
  expect(textsOf(footer.getAllByRole("heading"))).toEqual(["Services", "Company", "Social"]);
  expect(textsOf(footer.getAllByRole("listitem"))).toEqual([
    ...["Branding", "Design", "Marketing", "Advertisement"],
    ...["About us", "Contact", "Jobs", "Press kit"],
    ...["Twitter", "YouTube", "Facebook"],
    ...["Privacy", "Terms of sale", "Returns"],
  ]);
  const addresses = footer.getAllByRole("link").map((link) => link.getAttribute("href"));
  expect(addresses).toEqual(["/home", "/privacy", "/terms", "/returns"]);
  expect(screen.getByRole("contentinfo").textContent).toContain(
    `Copyright © ${new Date().getFullYear()}`,
  );
});
