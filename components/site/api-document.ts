import { slugify } from "markdown-to-jsx/react";
import type { Schema, Schemas } from "./schema.ts";

/** The parts of OpenAPI 3.1 that the contract's document uses. */
export type ApiDocument = {
  info: { version: string; description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, PathOperation>>;
  webhooks: Record<string, { post: PathOperation }>;
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

type JsonContent = {
  "application/json": { schema: Schema; examples?: Record<string, { value: unknown }> };
};

export type ApiEndpoint = PathOperation & { method: string; path: string };

/** A type of event, as the webhook that delivers it. */
export type ApiEvent = PathOperation & { type: string };

/** The headings of the description, with their ids. */
export function listTopics({ info }: ApiDocument): { title: string; id: string }[] {
  return Array.from(info.description.matchAll(/^## (.+)$/gm), ([, title = ""]) => ({
    title,
    id: slugify(title),
  }));
}

/** The description up to the end of a topic, and from the next one on. */
export function splitBehind(description: string, title: string): [before: string, after: string] {
  const topic = description.indexOf(`## ${title}\n`);
  const next = description.indexOf("\n## ", topic + 1);
  return [description.slice(0, next), description.slice(next)];
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

export function listEvents({ webhooks }: ApiDocument): ApiEvent[] {
  return Object.entries(webhooks).map(([type, { post }]) => ({ ...post, type }));
}

export function bodySchema({ requestBody }: PathOperation): Schema | undefined {
  return requestBody?.content["application/json"].schema;
}

/** One of each form of the body. */
export function listExamples({ requestBody }: PathOperation): unknown[] {
  const { examples = {} } = requestBody?.content["application/json"] ?? {};
  return Object.values(examples).map(({ value }) => value);
}

/** Of the resource inside `data`; undefined where the answer is a document of its own. */
export function resourceSchema({ responses }: ApiEndpoint): Schema | undefined {
  const success = Object.entries(responses).find(([status]) => status.startsWith("2"));
  return success?.[1].content["application/json"].schema.properties?.data;
}

/**
 * A call for a shell, with the example of the contract for this form of its body. `origin` is where the service is
 * reached, such as `https://receipts.example`.
 */
export function writeCall(endpoint: ApiEndpoint, origin: string, form = 0): string {
  const { method, path, security, requestBody } = endpoint;
  const content = requestBody?.content["application/json"];
  const example = listExamples(endpoint)[form];
  // The first choice for a path, and a shell variable for values that only the caller knows.
  const url = `${origin}${path.replace("{gateway}", "gateway_one").replace(/\{(\w+)\}/g, "$$$1")}`;
  const lines = [
    `curl${method === "GET" ? "" : ` -X ${method}`} "${url}"`,
    ...(security ? [] : ['-H "X-API-Key: $SEALSLIP_API_KEY"']),
    ...(content ? ['-H "Content-Type: application/json"'] : []),
    ...(example ? [`-d '${writeBody(example)}'`] : []),
  ];
  return lines.join(" \\\n  ");
}

/** In a shell's single quotes; variables for values that only the caller knows, as in paths. */
function writeBody(example: unknown): string {
  const short = (name: string, value: unknown) => (name === "sealedReceipt" ? "" : value);
  const json = JSON.stringify(example, short, 2).replaceAll("'", "'\\''");
  return json
    .replace('"sealedReceipt": ""', `"sealedReceipt": '"$sealedReceipt"'`)
    .replace(callersOwn, `"$<name>": "'"$$$<name>"'"`);
}

const callersOwn =
  /"(?<name>userId|paymentId|tokenId|publicKey|privateKey|reservation)": "(?:[^"\\]|\\.)*"/g;
