import { bodySchema, type Endpoint } from "./document.ts";
import { resolve, type Schemas } from "./schema.ts";

type Surroundings = {
  schemas: Schemas;
  /** Where the service is reached, such as `https://receipts.example`. */
  origin: string;
};

/** A call for a shell, with the example of the contract for a body. */
export function writeCall(endpoint: Endpoint, { schemas, origin }: Surroundings): string {
  const { method, path, security } = endpoint;
  const body = bodySchema(endpoint);
  const example = body && resolve(body, schemas).examples?.[0];
  // A path's first choice, and a variable of the shell where only the caller knows the value.
  const url = `${origin}${path.replace("{gateway}", "gateway_one").replace(/\{(\w+)\}/g, "$$$1")}`;
  const lines = [
    `curl${method === "GET" ? "" : ` -X ${method}`} "${url}"`,
    ...(security ? [] : ['-H "X-API-Key: $SEALSLIP_API_KEY"']),
    ...(body ? ['-H "Content-Type: application/json"'] : []),
    ...(example ? [`-d '${writeBody(example)}'`] : []),
  ];
  return lines.join(" \\\n  ");
}

/** In a shell's single quotes; variables where only the caller knows the value, as in paths. */
function writeBody(example: unknown): string {
  const json = JSON.stringify(example, null, 2).replaceAll("'", "'\\''");
  return json.replace(callersOwn, `"$<name>": "'"$$$<name>"'"`);
}

const callersOwn = /"(?<name>userId|paymentId|tokenId|publicKey|privateKey)": "(?:[^"\\]|\\.)*"/g;
