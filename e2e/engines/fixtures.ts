import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test as base, expect } from "@playwright/test";
import { openFirefox } from "./firefox.ts";
import { createVisitor, type Visitor } from "./visitor.ts";
import { openWebKit } from "./webkit.ts";

export type Engine = "firefox" | "webkit";

const openers = { firefox: openFirefox, webkit: openWebKit };

/** Tests of what every engine has to do; `playwright.config.ts` runs each in both. */
export const test = base.extend<{ visitor: Visitor }, { engine: Engine }>({
  engine: ["firefox", { option: true, scope: "worker" }],
  // A browser of its own, which knows nothing yet.
  visitor: async ({ baseURL, engine }, use, info) => {
    await info.attach("engine", { body: engine });
    const folder = info.outputPath(".");
    const driver = await openers[engine](folder);
    try {
      await use(createVisitor(driver, baseURL ?? ""));
      if (info.status !== info.expectedStatus) {
        const path = info.outputPath("screen.png");
        await writeFile(path, await driver.screenshot());
        await info.attach("screen", { path, contentType: "image/png" });
      }
      expect(driver.problems(), "complaints in the console").toEqual([]);
    } finally {
      await driver.close();
    }
  },
});

/** A login of the demo, whose organizations have a history. */
export async function signIn(visitor: Visitor, kind: "merchant" | "issuer"): Promise<void> {
  const file = join(process.env.E2E_DATA_DIR ?? "", "demo.json");
  const { email, password } = JSON.parse(await readFile(file, "utf8")).logins[kind];
  await visitor.goto("/sign-in");
  await visitor.fill("Email", email);
  await visitor.fill("Password", password);
  await visitor.click({ css: "button", name: "Sign in", exact: true });
  await visitor.arrive(`/${kind}`);
}
