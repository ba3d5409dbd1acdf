import { type APIRequestContext, expect, test } from "@playwright/test";

type Visited = { path: string; status: number; ids: Set<string>; links: string[] };

/** Pages whose own links are followed. */
const isDocs = (path: string) => /^\/(?:docs(?:\/|$)|changelog$|status$|$)/.test(path);

test("every link of the documentation leads to a page and a part of it", async ({ request }) => {
  const visited = await visitAll(request, ["/docs", "/"]);
  /** With the first page that has the link. */
  const broken = new Map<string, string>();
  for (const [path, { links }] of visited) {
    for (const link of links) {
      if (!isThere(visited, path, link) && !broken.has(link)) broken.set(link, path);
    }
  }
  expect(visited.size).toBeGreaterThan(30);
  expect(Object.fromEntries(broken)).toEqual({});
});

async function visitAll(request: APIRequestContext, first: string[]) {
  const visited = new Map<string, Visited>();
  let next = first;
  while (next.length > 0) {
    const found = await Promise.all(next.map(async (path) => await visit(request, path)));
    for (const page of found) visited.set(page.path, page);
    const paths = found.flatMap(({ links }) => links.map((link) => link.replace(/#.*/, "")));
    next = [...new Set(paths)].filter((path) => path !== "" && !visited.has(path));
  }
  return visited;
}

function isThere(visited: Map<string, Visited>, from: string, link: string): boolean {
  const [target = "", fragment] = link.split("#");
  const path = target === "" ? from : target;
  const page = visited.get(path);
  if (page?.status !== 200) return false;
  return fragment === undefined || !isDocs(path) || page.ids.has(decodeURIComponent(fragment));
}

async function visit(request: APIRequestContext, path: string): Promise<Visited> {
  const response = await request.get(path);
  const isPage = response.headers()["content-type"]?.startsWith("text/html") && isDocs(path);
  const html = isPage ? withoutScripts(await response.text()) : "";
  return {
    path,
    status: response.status(),
    ids: new Set(Array.from(html.matchAll(/ id="([^"]+)"/g), ([, id = ""]) => id)),
    links: Array.from(html.matchAll(/<a\b[^>]*? href="((?:\/|#)[^"]*)"/g), ([, link = ""]) =>
      link.replaceAll("&amp;", "&"),
    ),
  };
}

/** Without what React takes the page over with, which has all of it again. */
function withoutScripts(html: string): string {
  return html.replace(/<script\b[\s\S]*?<\/script>/g, "");
}
