import { readOrigin } from "#app/(site)/read-origin.ts";
import { writeLlmsText } from "#components/docs/write-llms-text.ts";
import { config } from "#lib/config.ts";

export function GET({ headers }: Request): Response {
  const text = writeLlmsText(config().baseUrl ?? readOrigin(headers));
  return new Response(text, { headers: { "Content-Type": "text/plain; charset=utf-8" } });
}
