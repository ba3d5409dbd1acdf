import { writeFullText } from "#components/docs/write-llms-text.ts";

// Written once, when the pages are built.
export const dynamic = "force-static";

export function GET(): Response {
  return new Response(writeFullText(), {
    headers: { "Content-Type": "text/plain; charset=utf-8" },
  });
}
