import { setTimeout as pause } from "node:timers/promises";
import puppeteer from "puppeteer-core";
import { type OpenDriver, viewport } from "./driver.ts";

/** Firefox as Debian has it, by WebDriver BiDi. */
export const openFirefox: OpenDriver = async (folder) => {
  const browser = await puppeteer.launch({
    browser: "firefox",
    executablePath: process.env.FIREFOX_PATH ?? "",
    // The page has the whole window.
    defaultViewport: null,
    args: [`--width=${viewport.width}`, `--height=${viewport.height}`],
    extraPrefsFirefox: {
      "browser.download.folderList": 2,
      "browser.download.dir": folder,
      // A download opens a panel, which takes the focus.
      "browser.download.alwaysOpenPanel": false,
    },
  });
  const page = await browser.newPage();
  await page.setViewport(viewport);
  const problems: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warn") problems.push(message.text());
  });
  page.on("pageerror", (error) => problems.push(String(error)));
  // Firefox keeps these to itself.
  await page.evaluateOnNewDocument(() => {
    addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
      reportError(new Error(`The policy refused ${violatedDirective} ${blockedURI}`)),
    );
  });

  return {
    downloads: folder,
    async goto(url) {
      await page.goto(url);
    },
    evaluate: async (expression) => await page.evaluate(expression),
    async press({ x, y }, holdMs) {
      await page.mouse.move(x, y);
      await page.mouse.down();
      await pause(holdMs);
      await page.mouse.up();
    },
    type: async (text) => await page.keyboard.type(text),
    pressEscape: async () => await page.keyboard.press("Escape"),
    problems: () => problems,
    screenshot: async () => Buffer.from(await page.screenshot()),
    close: async () => await browser.close(),
  };
};
