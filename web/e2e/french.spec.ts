import { toFrench } from "../src/french-addresses.ts";
import { expectAccessible, expectNoOverflow } from "./a11y.ts";
import { CARDS } from "./card-field.ts";
import { ADMIN, expect, ON_PHONE_TOO, type Page, test } from "./fixtures.ts";
import { pathOf, SCREENS, type Screen, type ScreenData } from "./screens.ts";

const NO_SESSION = /^401 GET .*\/api\/identity\/session$/;

/** A no-break space, as French has it before signs. */
const NB = "\u00a0";

test(
  "a visitor from Québec buys in French, from the home page to the e-mail",
  ON_PHONE_TOO,
  async ({ page, shop, card, inbox, consoleErrors }) => {
    consoleErrors.expect(NO_SESSION);
    const tool = await shop.toolAt(13);
    const { email } = shop.newAccount();
    const main = page.getByRole("main");

    await page.goto("/fr");
    await expect(page.locator("html")).toHaveAttribute("lang", "fr-CA");
    await expectAccessible(page);
    await page.goto(`/fr/outils/${tool.slug}`);
    await main
      .getByRole("button", { name: /^Ajouter au panier/ })
      .first()
      .click();
    await page.getByRole("dialog").getByRole("link", { name: "Passer à la caisse" }).click();
    await expect(page).toHaveURL(/\/fr\/caisse$/);
    await main.getByRole("textbox", { name: "Courriel" }).fill(email);
    await main.getByLabel("Nom", { exact: true }).fill("Zoé Côté");
    await main.getByLabel("Numéro et rue").fill("12, rue des Érables");
    await main.getByLabel("Ville").fill("Québec");
    await main.getByLabel("Code postal").fill("G1R 2B5");
    const pay = main.getByRole("button", { name: /^Payer / });
    await expect(pay).toBeEnabled();
    await expect(pay).toHaveText(new RegExp(`^Payer [\\d${NB}]+,\\d\\d${NB}\\$`));
    await expect(main).toContainText("TVQ");
    await expectAccessible(page);
    await card.type(CARDS.pays);
    await pay.click();
    await expect(main.getByText("Merci!")).toBeVisible();
    await expect(page).toHaveURL(/\/fr\/ma-commande/);
    const confirmation = await inbox.emailTo(email, /[^\n]*Bonjour[\s\S]*/);
    expect(confirmation).toContain(`${NB}$`);
    expect(confirmation).not.toMatch(/\b(?:the|your|order)\b/i);
  },
);

test("a refusal of the server has the language of the page, not of the browser", async ({
  page,
  shop,
  consoleErrors,
}) => {
  consoleErrors.expect(/^401 POST .*\/api\/identity\/sign-in$/);
  for (const [path, button, sentence] of [
    ["/fr/connexion", "Se connecter", /mot de passe/],
    ["/login", "Login", /password/],
  ] as const) {
    await page.goto(path);
    const main = page.getByRole("main");
    await main
      .getByRole("textbox", { name: /^(?:E-mail|Courriel)$/ })
      .fill(shop.newAccount().email);
    await main.getByLabel(/^(?:Password|Mot de passe)$/).fill("a wrong password");
    await main.getByRole("button", { name: button, exact: true }).click();
    await expect(main.getByRole("alert").filter({ hasText: sentence })).toBeVisible();
  }
});

test("the switch keeps page and query, and nothing is redirected", async ({ page }) => {
  await page.goto("/tool?q=hoe&sort=price");
  await page.getByRole("contentinfo").getByRole("link", { name: "Français" }).click();
  await expect(page).toHaveURL(/\/fr\/outils\?q=hoe&sort=price$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Tous les outils");
  await page.getByRole("contentinfo").getByRole("link", { name: "English" }).click();
  await expect(page).toHaveURL(/\/tool\?q=hoe&sort=price$/);
});

test.describe("a browser in French", () => {
  test.use({ locale: "fr-CA" });

  test("is offered the French page, and is not asked again", async ({ page }) => {
    await page.goto("/tool");
    const offer = page.getByRole("link", { name: "Voir cette page en français" });
    await expect(offer).toHaveAttribute("lang", "fr-CA");
    await page.getByRole("contentinfo").getByRole("link", { name: "Français" }).click();
    await page.getByRole("contentinfo").getByRole("link", { name: "English" }).click();
    await expect(page).toHaveURL(/\/tool$/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("All Tools");
    await expect(offer).toBeHidden();
  });
});

interface Opened {
  account: ReturnType<NonNullable<Screen["account"]>> | undefined;
  address: string;
}

/** The French addresses of the screens of visitors and customers, each once for each account. */
function frenchScreens(screenData: ScreenData): Opened[] {
  const opened = new Map<string, Opened>();
  for (const screen of SCREENS) {
    const account = screen.account?.(screenData);
    if (account === ADMIN || screen.consoleError) continue;
    const address = toFrench(pathOf(screen, screenData));
    opened.set(`${account?.email} ${address}`, { account, address });
  }
  return [...opened.values()];
}

/** The narrowest phones. French is a quarter longer than English. */
const NARROWEST = 320;

async function expectFits(page: Page, address: string) {
  await test.step(address, async () => {
    await page.goto(address);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByRole("main").getByRole("status", { name: /^Chargement/ })).toHaveCount(
      0,
    );
    await expectNoOverflow(page, NARROWEST);
  });
}

test.describe("on the narrowest phone", () => {
  test.use({ viewport: { width: NARROWEST, height: 640 } });

  test("no French screen of a visitor scrolls sideways", async ({ page, screenData }) => {
    for (const { account, address } of frenchScreens(screenData))
      if (!account) await expectFits(page, address);
  });

  for (const name of ["customer", "newcomer", "buyer", "holder", "collector"] as const)
    test(`no French screen of a customer scrolls sideways: ${name}`, async ({
      page,
      screenData,
      user,
    }) => {
      const { email } = screenData[name];
      await user.signInAs(screenData[name], toFrench("/dashboard"));
      for (const { account, address } of frenchScreens(screenData))
        if (account?.email === email) await expectFits(page, address);
    });
});
