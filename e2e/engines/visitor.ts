import { expect } from "@playwright/test";
import type { Driver, Point } from "./driver.ts";
import { locate, type Target, toPlain } from "./locate.ts";

const polling = { timeout: 45_000, intervals: [100] };

/** What can be pressed or typed into. */
const controls = "a[href], button, input, select, textarea, summary, [role=button]";

export type Visitor = ReturnType<typeof createVisitor>;

/** Does in the browser what a person does with a mouse and a keyboard, and sees what a person sees. */
export function createVisitor(driver: Driver, origin: string) {
  /** Runs `work` in the page, where it sees its arguments alone; they and the result are JSON. */
  async function evaluate<Args extends unknown[], Result>(
    work: (...args: Args) => Result,
    ...args: Args
  ): Promise<Result> {
    return (await driver.evaluate(`(${work})(...${JSON.stringify(args)})`)) as Result;
  }

  /** What the page answers in the end; while it is being replaced, it answers nothing. */
  function eventually<Result>(ask: () => Promise<Result>, message?: string) {
    return expect.poll(() => ask().catch(String), { ...polling, ...(message ? { message } : {}) });
  }

  /** Where to press, once that can be pressed and has stopped moving. */
  async function find(target: Target): Promise<Point> {
    let last: Point | undefined;
    const look = async () => {
      const [found] = await evaluate(locate, toPlain(target), "first");
      if (found?.state !== "ready") return found;
      const isStill = found.point.x === last?.x && found.point.y === last.y;
      last = found.point;
      return isStill ? "still" : "moving";
    };
    await eventually(look, `${target.css} ${target.name ?? ""}`).toBe("still");
    if (last === undefined) throw new Error("a point was found");
    return last;
  }

  async function click(target: Target, holdMs = 0): Promise<void> {
    await driver.press(await find(target), holdMs);
  }

  async function arrive(path: string | RegExp): Promise<void> {
    const shown = eventually(() => evaluate(() => location.pathname));
    await (typeof path === "string" ? shown.toBe(path) : shown.toMatch(path));
  }

  return {
    driver,
    evaluate,
    eventually,
    click,
    arrive,
    goto: async (path: string) => await driver.goto(`${origin}${path}`),

    async fill(label: string | RegExp, text: string): Promise<void> {
      await click({ css: "input, textarea", name: label });
      await driver.type(text);
    },

    async see(text: string): Promise<void> {
      // biome-ignore lint/performance/useDomNodeTextContent: what is hidden is not seen.
      await eventually(() => evaluate(() => document.body.innerText)).toContain(text);
    },

    /** Waits until so many elements match. */
    async count(css: string, expected: number): Promise<void> {
      const count = () => evaluate((matched) => document.querySelectorAll(matched).length, css);
      await eventually(count, css).toBe(expected);
    },

    /** The controls on the page that a click would miss. */
    async findCovered(): Promise<unknown[]> {
      const found = await evaluate(locate, toPlain({ css: controls }), "all");
      return found.filter(({ state }) => state === "covered");
    },
  };
}

export const button = (name: string | RegExp): Target => ({ css: "button", name });
export const link = (name: string | RegExp): Target => ({ css: "a[href]", name });
export const radio = (name: string | RegExp): Target => ({ css: "input[type=radio]", name });
