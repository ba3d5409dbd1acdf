import { writeFile } from "node:fs/promises";
import openapiTS, { astToString } from "openapi-typescript";

type Document = {
  paths: Record<string, Record<string, { responses: Record<string, { headers?: unknown }> }>>;
  webhooks?: unknown;
};

/** The types of what each operation takes, and of what it answers when it succeeds. */
async function generateTypes(document: Document): Promise<string> {
  const { webhooks: _, ...rest } = structuredClone(document);
  for (const operation of Object.values(rest.paths).flatMap((methods) => Object.values(methods))) {
    const succeeding = Object.entries(operation.responses).find(([status]) => status < "300");
    const [, { headers: _headers, ...answer } = {}] = succeeding ?? [];
    operation.responses = { 200: answer };
  }
  return astToString(await openapiTS(JSON.stringify(rest)));
}

export async function writeTypes(document: Document, file: string): Promise<void> {
  await writeFile(file, await generateTypes(document));
}
