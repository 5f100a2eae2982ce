import { ADMIN, expect, testIsolated as test } from "./fixtures.ts";

const csv = (name: string, text: string) => ({
  name,
  mimeType: "text/csv",
  buffer: Buffer.from(text),
});

test("customers and orders of a former shop come along, and the owner reads them", async ({
  page,
  user,
}) => {
  await user.signInAs(ADMIN, "/dashboard/movingIn");
  await page
    .getByLabel("File of customers")
    .setInputFiles(
      csv("customers.csv", "First Name,Last Name,Email\nOlive,Marsh,olive@example.com\nX,Y,\n"),
    );
  await expect(page.getByText("Row 3: This customer has no e-mail address.")).toBeVisible();
  await page.getByRole("button", { name: "Import 1 customer" }).click();
  await expect(page.getByText("Import finished")).toBeVisible();

  await page
    .getByLabel("File of orders")
    .setInputFiles(
      csv(
        "orders.csv",
        "Name,Email,Financial Status,Total,Created at,Lineitem name\n#1001,olive@example.com,paid,54.24,2024-05-01,Draw Hoe\n",
      ),
    );
  await page.getByRole("button", { name: "Import 1 order" }).click();
  await expect(page.getByText("Import finished")).toHaveCount(2);

  await page.goto("/dashboard/users?q=olive");
  await page.getByRole("link", { name: "olive@example.com" }).click();
  await expect(page.getByText("Not confirmed yet")).toBeVisible();
  await page.getByText("From the former shop: 1 order").click();
  await expect(page.getByText("54.24 CAD")).toBeVisible();
});
