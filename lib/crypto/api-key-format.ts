import { encodeUtf8 } from "./bytes.ts";
import { formatBase62, randomBase62 } from "./random-base62.ts";

export type ApiKeyEnvironment = "production" | "staging" | "development";

/** For secret scanners. A match is not yet a key: the checksum must be right as well. */
export const apiKeyPattern = /\bssk_(?:prod|stg|dev)_[0-9A-Za-z]{38}\b/;

const environmentsByPrefix = new Map<string, ApiKeyEnvironment>([
  ["ssk_prod_", "production"],
  ["ssk_stg_", "staging"],
  ["ssk_dev_", "development"],
]);
const prefixes = {
  production: "ssk_prod_",
  staging: "ssk_stg_",
  development: "ssk_dev_",
} as const satisfies Record<ApiKeyEnvironment, string>;

const randomDigits = 32; // 190 bits
const checksumDigits = 6; // 62^6 > 2^32

/** The environment's prefix, 32 random base62 digits, and 6 digits of CRC-32 over both. */
export function generateApiKey(environment: ApiKeyEnvironment): string {
  const body = prefixes[environment] + randomBase62(randomDigits);
  return body + computeChecksum(body);
}

/** Undefined for text that this service cannot have issued: most typing errors end here. */
export function parseApiKey(text: string): { environment: ApiKeyEnvironment } | undefined {
  if (apiKeyPattern.exec(text)?.[0] !== text) return undefined;
  const body = text.slice(0, -checksumDigits);
  if (!text.endsWith(computeChecksum(body))) return undefined;
  const environment = environmentsByPrefix.get(body.slice(0, -randomDigits));
  return environment && { environment };
}

function computeChecksum(body: string): string {
  return formatBase62(computeCrc32(body), checksumDigits);
}

/** CRC-32 of ISO 3309: reflected, polynomial 0xedb88320. */
function computeCrc32(text: string): number {
  let crc = 0xffffffff;
  for (const byte of encodeUtf8(text)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ ((crc & 1) * 0xedb88320);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
