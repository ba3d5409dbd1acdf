import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createClient } from "@hey-api/openapi-ts";
import openapiTS, { astToString } from "openapi-typescript";

/** Writes `types.ts` of openapi-typescript and the folder `client` of @hey-api/openapi-ts into the folder. */
export async function generateClients(
  document: Record<string, unknown>,
  folder: string,
): Promise<void> {
  const types = await openapiTS(JSON.stringify(document));
  await writeFile(join(folder, "types.ts"), astToString(types));
  const output = join(folder, "client");
  await createClient({ input: document, output, logs: { level: "silent" } });
}
