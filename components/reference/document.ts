import { slugify } from "markdown-to-jsx/react";
import type { Schema, Schemas } from "./schema.ts";

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
  /** Empty where nobody is asked who they are. */
  security?: [];
  parameters: Parameter[];
  requestBody?: { content: JsonContent };
  responses: Record<string, { description: string; content: JsonContent }>;
};

type Parameter = {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  description?: string;
  schema: Schema;
};

type JsonContent = { "application/json": { schema: Schema } };

export type Endpoint = PathOperation & { method: string; path: string };

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
}: ApiDocument): { name: string; endpoints: Endpoint[] }[] {
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

export function bodySchema({ requestBody }: Endpoint): Schema | undefined {
  return requestBody?.content["application/json"].schema;
}

/** Of the resource inside `data`; undefined where the answer is a document of its own. */
export function resourceSchema({ responses }: Endpoint): Schema | undefined {
  const success = Object.entries(responses).find(([status]) => status.startsWith("2"));
  return success?.[1].content["application/json"].schema.properties?.data;
}
