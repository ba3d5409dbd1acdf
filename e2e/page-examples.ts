import { globSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");

/** Whoever can see a page: one who is not signed in, the owner of a demo organization, or a wallet with a receipt. */
type Viewer = "anyone" | "merchant" | "issuer" | "cardholder";

export type PageExample = {
  /** As the folders name it: "/merchant/payments/[paymentId]" */
  route: string;
  viewer: Viewer;
  path: string;
  /** On the page at `path`, the links to what the route shows one of. */
  link?: string;
};

type Way = Pick<PageExample, "path" | "link">;

/** Where something is found for the routes that show one of many. */
const ways: Record<string, Way[]> = {
  "/docs/[...page]": [{ path: "/docs/errors-and-retries" }],
  "/merchant/[...missing]": [{ path: "/merchant/missing" }],
  "/issuer/[...missing]": [{ path: "/issuer/missing" }],
  "/merchant/payments/[paymentId]": [
    { path: "/merchant/payments", link: "a[href^='/merchant/payments/pay_']" },
  ],
  "/issuer/cardholders/[userId]": [
    { path: "/issuer/cardholders", link: "a[href^='/issuer/cardholders/']" },
  ],
  "/merchant/webhooks/[endpointId]/[[...delivery]]": [
    { path: "/merchant/webhooks", link: "a[href^='/merchant/webhooks/']" },
  ],
  "/issuer/webhooks/[endpointId]/[[...delivery]]": [
    { path: "/issuer/webhooks", link: "a[href^='/issuer/webhooks/']" },
  ],
  "/wallet/[[...screen]]": [
    { path: "/wallet" },
    { path: "/wallet", link: "a[href^='/wallet/receipts/']" },
    { path: "/wallet/cards" },
    { path: "/wallet/cards/add" },
    { path: "/wallet/cards", link: "a[href^='/wallet/cards/']:not([href$='add'])" },
    { path: "/wallet/vault" },
  ],
};

/** An example of each page that there is. Throws where a route shows one of many, and nothing says where one is. */
export function listPageExamples(): PageExample[] {
  return listRoutes().flatMap((route) => {
    const viewer = viewerOf(route);
    const path = route.replace(/\/\[\[[^/]*$/, "") || "/";
    const one = path === route ? [] : [{ path, link: `a[href^='${path}/']` }];
    const found = ways[route] ?? [{ path }, ...one];
    if (found.some((way) => way.path.includes("["))) {
      throw new Error(`e2e/page-examples.ts has no example of ${route}`);
    }
    return found.map((way) => ({ route, viewer, ...way }));
  });
}

function listRoutes(): string[] {
  const inApp = globSync("app/**/page.tsx", { cwd: root }).map((file) =>
    file.replace(/^app/, "").replace(/\/\([^)]*\)/g, ""),
  );
  const inPages = globSync("pages/**/[!_]*.tsx", { cwd: root }).map((file) =>
    file.replace(/^pages/, ""),
  );
  const files = [...inApp, ...inPages];
  return files.map((file) => file.replace(/(\/page|\/index)?\.tsx$/, "") || "/").sort();
}

function viewerOf(route: string): Viewer {
  const [, first] = route.split("/");
  if (first === "merchant" || first === "issuer") return first;
  if (first === "wallet" || first === "claim") return "cardholder";
  return first === "terminal" ? "merchant" : "anyone";
}
