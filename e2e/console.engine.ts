import { expect } from "@playwright/test";
import { signIn, test } from "./engines/fixtures.ts";
import type { Visitor } from "./engines/visitor.ts";

const busy = "main [aria-busy=true]:not(button)";
const dialog = "[role=dialog][data-state=open], [role=menu][data-state=open]";
/** What opens a menu, a filter, or a dialog. */
const openers = "main button[aria-haspopup]";
const row = "tbody tr:has(a[href])";

/** A list of each console that the history of the demo fills. */
const lists = { merchant: "/merchant/payments", issuer: "/issuer/cardholders" };

for (const kind of ["merchant", "issuer"] as const) {
  test(`every page of the ${kind} console can be reached and used with a mouse`, {
    tag: "@webkit-short",
  }, async ({ visitor }) => {
    await signIn(visitor, kind);
    await waitForHistory(visitor, lists[kind]);
    const paths = await listPages(visitor, `/${kind}`);
    expect(paths.length).toBeGreaterThan(8);
    const opened: string[] = [];
    for (const path of paths) {
      await test.step(path, async () => {
        await visitor.click({ css: `nav a[href="${path}"]` });
        await visitor.arrive(path);
        await look(visitor);
        await openEach(visitor);
        if (await openFirstRow(visitor)) opened.push(path);
      });
    }
    expect(opened).toContain(lists[kind]);
  });
}

/** The first start writes it in the background, and an empty list stays as it is until the page is loaded again. */
async function waitForHistory({ evaluate, goto }: Visitor, path: string): Promise<void> {
  const countRows = () => evaluate((css) => document.querySelectorAll(css).length, row);
  await expect(async () => {
    await goto(path);
    await expect.poll(countRows, { timeout: 15_000 }).toBeGreaterThan(0);
  }).toPass({ timeout: 180_000 });
}

async function listPages({ click, count, evaluate }: Visitor, base: string): Promise<string[]> {
  await click({ css: `nav a[href="${base}"]` });
  await count(busy, 0);
  return await evaluate(
    (start) =>
      [...document.querySelectorAll(`nav a[href^="${start}"]`)].map(
        (link) => link.getAttribute("href") ?? "",
      ),
    base,
  );
}

/** Everything has loaded, and nothing covers a control. */
async function look(visitor: Visitor): Promise<void> {
  await visitor.count("h1", 1);
  await visitor.count(busy, 0);
  expect(await visitor.findCovered()).toEqual([]);
}

async function openEach(visitor: Visitor): Promise<void> {
  const { click, count, driver, evaluate } = visitor;
  const names = await evaluate(
    (css) =>
      [...document.querySelectorAll(css)].map((button) =>
        (button.getAttribute("aria-label") ?? button.textContent).replace(/\s+/g, " ").trim(),
      ),
    openers,
  );
  for (const name of new Set(names)) {
    await click({ css: openers, name, exact: true });
    await count(dialog, 1);
    await driver.pressEscape();
    await count(dialog, 0);
  }
}

/** By a cell beside its link: the whole row leads there. */
async function openFirstRow(visitor: Visitor): Promise<boolean> {
  const { arrive, click, count, driver, evaluate, eventually } = visitor;
  const href = await evaluate(
    (css) => document.querySelector(`${css} a`)?.getAttribute("href"),
    row,
  );
  if (!href) return false;
  // Others write into the list meanwhile.
  await click({ css: `${row}:has(a[href="${href}"]) td:nth-child(2)` });
  await arrive(new URL(href, "http://localhost").pathname);
  // A panel over the list, which is loaded when it is first opened, or a page in its place.
  const findOpened = (panel: string, link: string) =>
    document.querySelector(panel) ? "panel" : document.querySelector(link) ? "list" : "page";
  const opened = () => evaluate(findOpened, dialog, `${row} a[href="${href}"]`);
  await eventually(opened, `what ${href} opens`).not.toBe("list");
  await look(visitor);
  if ((await opened()) === "panel") await driver.pressEscape();
  await count(dialog, 0);
  return true;
}
