import { chromium } from "playwright-core";
const jobs = process.argv.slice(2); // name=url
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"] });
for (const job of jobs) {
  const [name, url, widths = "390,1366", schemes = "light"] = job.split("|");
  for (const scheme of schemes.split(",")) for (const w of widths.split(",").map(Number)) {
    const ctx = await browser.newContext({ viewport: { width: w, height: w < 500 ? 844 : 768 }, colorScheme: scheme, reducedMotion: "reduce" });
    const page = await ctx.newPage();
    page.on("console", (m) => m.type() === "error" && console.log(name, w, "console:", m.text()));
    page.on("pageerror", (e) => console.log(name, w, "error:", e.message.slice(0, 300)));
    await page.goto(url); await page.waitForTimeout(900);
    await page.evaluate(async () => { for (let y = 0; y < document.body.scrollHeight; y += 600) { scrollTo(0, y); await new Promise(r => setTimeout(r, 60)); } scrollTo(0, 0); });
    await page.waitForTimeout(300);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (over > 0) console.log(name, w, "OVERFLOW", over);
    await page.screenshot({ path: `/tmp/shots/${name}-${w}-${scheme}.png`, fullPage: true });
    await ctx.close();
  }
}
await browser.close();
