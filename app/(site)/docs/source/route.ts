import type { NextRequest } from "next/server";
import { findGuide } from "#components/docs/find-page.ts";

/** The Markdown of a page, at the page's address with `.md`: next.config.mjs leads from there to here. */
export function GET({ nextUrl: { pathname } }: NextRequest): Response {
  const found = findGuide(pathname.replace(/^\/docs\/|\.md$/g, ""));
  if (!found) return new Response("Not found\n", { status: 404, headers: markdown });
  return new Response(found.guide.source, { headers: markdown });
}

const markdown = { "Content-Type": "text/markdown; charset=utf-8" };
