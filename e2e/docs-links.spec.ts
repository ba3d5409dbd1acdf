import { type APIRequestContext, expect, test } from "@playwright/test";

type Visited = { status: number; ids: Set<string>; links: string[] };

/** Pages whose own links are followed. */
const isDocs = (path: string) => /^\/(?:docs(?:\/|$)|changelog$|status$|$)/.test(path);

test("every link of the documentation leads to a page and a part of it", async ({ request }) => {
  const visited = new Map<string, Visited>();
  const broken: string[] = [];
  let next = ["/docs", "/"];
  while (next.length > 0) {
    const found = await Promise.all(next.map((path) => visit(request, path)));
    for (const [at, path] of next.entries()) {
      const page = found[at];
      if (page) visited.set(path, page);
    }
    const paths = found.flatMap(({ links }) => links.map((link) => link.replace(/#.*/, "")));
    next = [...new Set(paths)].filter((path) => path !== "" && !visited.has(path));
  }

  for (const [path, { links }] of visited) {
    for (const link of links) {
      const [target = "", fragment] = link.split("#");
      const page = visited.get(target === "" ? path : target);
      if (page?.status !== 200) broken.push(`${path}: ${link} is ${page?.status}`);
      else if (fragment && isDocs(target || path) && !page.ids.has(decodeURIComponent(fragment))) {
        broken.push(`${path}: ${link} has no such part`);
      }
    }
  }
  expect(visited.size).toBeGreaterThan(30);
  expect(broken).toEqual([]);
});

async function visit(request: APIRequestContext, path: string): Promise<Visited> {
  const response = await request.get(path);
  const isPage = response.headers()["content-type"]?.startsWith("text/html") && isDocs(path);
  const html = isPage ? withoutScripts(await response.text()) : "";
  return {
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
