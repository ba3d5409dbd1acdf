import { MAX_LEVELS, scanJson } from "#lib/core/scan-json.ts";

/** The JSON of a provider's event; undefined for what is not JSON, or is deeper or larger than any event. */
export function parseEvent(body: Uint8Array): unknown {
  const text = Buffer.from(body).toString();
  if (scanJson(text, MAX_LEVELS)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
