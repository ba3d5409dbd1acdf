import { slugify } from "markdown-to-jsx/react";
import { resolve, type Schema, type Schemas } from "./schema.ts";

/** As much of OpenAPI 3.1 as the contract's document uses. */
export type ApiDocument = {
  info: { version: string; description: string };
  tags: { name: string }[];
  paths: Record<string, Record<string, PathOperation>>;
  components: { schemas: Schemas };
};

type PathOperation = {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  /** Empty where no authentication is needed. */
  security?: [];
  parameters: Parameter[];
  requestBody?: { content: JsonContent };
  responses: Record<string, { description: string; content: JsonContent }>;
};

type Parameter = {
  name: string;
  in: "path" | "query" | "header";
  required?: boolean;
  description?: string;
  schema: Schema;
};

type JsonContent = { "application/json": { schema: Schema } };

export type ApiEndpoint = PathOperation & { method: string; path: string };

/** What the description has headings for, with the ids that the headings get. */
export function listTopics({ info }: ApiDocument): { title: string; id: string }[] {
  return Array.from(info.description.matchAll(/^## (.+)$/gm), ([, title = ""]) => ({
    title,
    id: slugify(title),
  }));
}

/** The endpoints by their tag, each group in the order of the document. */
export function listGroups({
  tags,
  paths,
}: ApiDocument): { name: string; endpoints: ApiEndpoint[] }[] {
  const endpoints = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      path,
      method: method.toUpperCase(),
    })),
  );
  return tags.map(({ name }) => ({
    name,
    endpoints: endpoints.filter((endpoint) => endpoint.tags.includes(name)),
  }));
}

export function bodySchema({ requestBody }: ApiEndpoint): Schema | undefined {
  return requestBody?.content["application/json"].schema;
}

/** Of the resource inside `data`; undefined where the answer is a document of its own. */
export function resourceSchema({ responses }: ApiEndpoint): Schema | undefined {
  const success = Object.entries(responses).find(([status]) => status.startsWith("2"));
  return success?.[1].content["application/json"].schema.properties?.data;
}

type Surroundings = {
  schemas: Schemas;
  /** Where the service is reached, such as `https://receipts.example`. */
  origin: string;
};

/** A call for a shell, with the example of the contract for a body. */
export function writeCall(endpoint: ApiEndpoint, { schemas, origin }: Surroundings): string {
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
