import converter from "openapi-to-postmanv2";
import { z } from "zod";
import { openApiDocument } from "#lib/service/openapi.ts";
import { type Step, steps } from "./steps.ts";
import { writeAfter } from "./write-script.ts";

/** The text of the file that the service serves. */
export async function writeCollection(): Promise<string> {
  return `${JSON.stringify(await buildCollection(), null, 2)}\n`;
}

/** The API as a Postman collection (v2.1.0), which runs from top to bottom. */
async function buildCollection() {
  const requests = await convert();
  const folders = Object.entries(steps).map(([name, ofFolder]) => ({
    name,
    item: ofFolder.map((step) => describeItem(step, requests)),
  }));
  return {
    info: {
      name: "Sealslip",
      schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json",
      description: DESCRIPTION,
    },
    auth: {
      type: "apikey",
      apikey: [
        { key: "key", value: "X-API-Key", type: "string" },
        { key: "value", value: "{{apiKey}}", type: "string" },
        { key: "in", value: "header", type: "string" },
      ],
    },
    item: folders,
    variable: listVariables(),
  };
}

const DESCRIPTION =
  "Set `baseUrl` and `apiKey`, a key of the development environment with all scopes, and run the collection: each request " +
  "uses what earlier ones have answered, and the last one erases the cardholder of the run. `webhookUrl` gets the test " +
  "events. The reference is at `/docs/reference` of the service.";

function listVariables() {
  const kept = Object.values(steps)
    .flat()
    .flatMap(({ keep = {} }) => Object.keys(keep));
  const drawn = ["run", "since", "hashedPan", "unknownHashedPan", "hashedReference"];
  return [
    { key: "baseUrl", value: "http://localhost:3000" },
    { key: "apiKey", value: "" },
    { key: "webhookUrl", value: "https://corner-bakery.example/webhooks" },
    ...[...drawn, ...new Set(kept)].map((key) => ({ key, value: "" })),
  ];
}

type ConvertedRequest = { operationId: string; isOpen: boolean; request: z.infer<typeof request> };

function describeItem(step: Step, requests: readonly ConvertedRequest[]) {
  const found = requests.find(({ operationId }) => operationId === step.operationId);
  if (!found) throw new Error(`The document has no operation ${step.operationId}`);

  const { name, body, ...rest } = found.request;
  const example = body && z.record(z.string(), z.unknown()).parse(JSON.parse(body.raw));
  const raw = JSON.stringify({ ...example, ...step.body }, null, 2);
  return {
    name: step.name ?? name,
    request: {
      ...rest,
      // Those that the converter knows are optional, with values that it made up.
      ...(body && { header: [JSON_TYPE], body: { ...body, raw } }),
      ...(found.isOpen && { auth: { type: "noauth" } }),
    },
    event: [
      ...(step.before ? [writeEvent("prerequest", step.before)] : []),
      writeEvent("test", writeAfter(step)),
    ],
  };
}

const JSON_TYPE = { key: "Content-Type", value: "application/json" };

function writeEvent(listen: string, exec: readonly string[]) {
  return { listen, script: { type: "text/javascript", exec } };
}

const text = z.object({ content: z.string() }).transform(({ content }) => content);
const param = z.object({ key: z.string(), description: z.unknown().optional() });
const request = z.object({
  name: z.string(),
  description: text.optional(),
  method: z.string(),
  url: z.object({
    host: z.array(z.string()),
    path: z.array(z.string()),
    query: z.array(param).transform(switchOff),
    variable: z.array(param).transform(fillIn),
  }),
  body: z.object({ mode: z.literal("raw"), raw: z.string(), options: z.unknown() }).optional(),
});
const folder = z.object({ item: z.array(z.object({ request })) });
const collection = z.object({ item: z.array(folder) });

function switchOff(query: z.infer<typeof param>[]) {
  return query.map(({ key, description }) => ({ key, value: "", description, disabled: true }));
}

function fillIn(params: z.infer<typeof param>[]) {
  const values: Record<string, string> = { gateway: "gateway_one", keyId: "tablet" };
  return params.map(({ key, description }) => ({
    key,
    value: values[key] ?? `{{${key}}}`,
    description,
  }));
}

const operation = z.looseObject({
  operationId: z.string(),
  responses: z.record(z.string(), z.looseObject({})).optional(),
  security: z.array(z.unknown()).optional(),
});
const document = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), operation)),
});

async function convert(): Promise<ConvertedRequest[]> {
  const { paths, ...rest } = document.parse(structuredClone(openApiDocument()));
  // The converter would make answers up from their schemas.
  for (const { responses } of Object.values(paths).flatMap((path) => Object.values(path))) {
    for (const answer of Object.values(responses ?? {})) Reflect.deleteProperty(answer, "content");
  }
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  converter.convert({ type: "json", data: { ...rest, paths } }, OPTIONS, (error, conversion) => {
    const [output] = conversion?.output ?? [];
    if (output) resolve(output.data);
    else reject(error ?? new Error(conversion?.reason));
  });

  const converted = collection.parse(await promise);
  return converted.item
    .flatMap(({ item }) => item)
    .map(({ request: one }) => {
      const path = one.url.path.map((part) => part.replace(/^:(.*)/, "{$1}")).join("/");
      const found = paths[`/${path}`]?.[one.method.toLowerCase()];
      if (!found) throw new Error(`The document has no ${one.method} /${path}`);
      return { operationId: found.operationId, isOpen: found.security?.length === 0, request: one };
    });
}

const OPTIONS = {
  folderStrategy: "Tags",
  requestParametersResolution: "Example",
  collapseFolders: false,
};
