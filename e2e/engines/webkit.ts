import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { Builder, Capabilities, Key, type WebDriver } from "selenium-webdriver";
import { findFreePort } from "#lib/storage/embedded/postmaster.ts";
import { until } from "#lib/testing/until.ts";
import { type OpenDriver, viewport } from "./driver.ts";

const view = join(import.meta.dirname, "webkit-view.py");

/** WebKitGTK, Safari's engine, in a window on a screen that nobody sees, by WebDriver. */
export const openWebKit: OpenDriver = async (folder) => {
  const screen = spawn("Xvfb", ["-displayfd", "3", "-screen", "0", "1600x1200x24"], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  const port = await findFreePort();
  const server = spawn("WebKitWebDriver", [`--port=${port}`], {
    env: {
      ...process.env,
      DISPLAY: `:${await readDisplay(screen)}`,
      GDK_BACKEND: "x11",
      LIBGL_ALWAYS_SOFTWARE: "1",
      NO_AT_BRIDGE: "1",
      VIEW_FOLDER: folder,
    },
    stdio: "ignore",
  });
  const driver = await connect(`http://127.0.0.1:${port}`);
  await fit(driver);

  return {
    downloads: folder,
    goto: async (url) => await driver.get(url),
    evaluate: async (expression) => await driver.executeScript(`return ${expression}`),
    async press({ x, y }, holdMs) {
      const at = { x: Math.round(x), y: Math.round(y) };
      await driver.actions().move(at).press().pause(holdMs).release().perform();
    },
    async type(text) {
      await driver.actions().sendKeys(text).perform();
    },
    async pressEscape() {
      await driver.actions().sendKeys(Key.ESCAPE).perform();
    },
    problems: () => readLines(join(folder, "problems.log")),
    screenshot: async () => Buffer.from(await driver.takeScreenshot(), "base64"),
    async close() {
      // The window ends with the process that started it.
      server.kill();
      await once(server, "exit");
      screen.kill();
    },
  };
};

async function readDisplay(screen: ChildProcess): Promise<string> {
  const [line] = await once(screen.stdio[3] as Readable, "data");
  return String(line).trim();
}

async function connect(url: string): Promise<WebDriver> {
  await until(async () => (await fetch(`${url}/status`).catch(() => undefined))?.ok === true);
  const capabilities = new Capabilities({
    browserName: "webkit-view",
    "webkitgtk:browserOptions": { binary: view, args: [] },
  });
  return await new Builder().usingServer(url).withCapabilities(capabilities).build();
}

/** The size that WebDriver sets is the window's. */
async function fit(driver: WebDriver): Promise<void> {
  await driver.manage().window().setRect(viewport);
  await until(async () => {
    const [width, height] = await driver.executeScript<[number, number]>(
      "return [innerWidth, innerHeight]",
    );
    return width === viewport.width && height === viewport.height;
  }, 30_000);
}

function readLines(file: string): string[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}
