import { type ApiEndpoint, listExamples } from "./api-document.ts";
import { clientMethods, toSnakeCase } from "./client-methods.ts";

/** What a call needs beside its body is a variable, as in the call for a shell. */
const callersOwn = ["userId", "paymentId", "tokenId", "publicKey", "privateKey"];

/** The client that the samples call, for the top of the page. */
export function writeSetup(origin: string): { ts: string; py: string } {
  return {
    ts: [
      'import { createClient } from "@sealslip/client";',
      "",
      `const client = createClient({ baseUrl: "${origin}", apiKey: process.env.SEALSLIP_API_KEY });`,
    ].join("\n"),
    py: [
      "import os",
      "from sealslip import Client",
      "",
      `client = Client("${origin}", os.environ["SEALSLIP_API_KEY"])`,
    ].join("\n"),
  };
}

/** The call with the TypeScript client, for this form of its body; undefined where it has no method. */
export function writeTypeScript(endpoint: ApiEndpoint, form = 0): string | undefined {
  return writeSample(endpoint, form, typeScript);
}

/** The same with the Python client. */
export function writePython(endpoint: ApiEndpoint, form = 0): string | undefined {
  return writeSample(endpoint, form, python);
}

type Language = {
  name(text: string): string;
  value(value: unknown): string;
  member(name: string, value: string): string;
  /** A member of an object that is a variable of the same name. */
  shorthand(name: string): string;
  spread: string;
  seal: string;
  answer(call: string): string;
  each(call: string): string;
};

const typeScript: Language = {
  name: (text) => text,
  value: (value) => JSON.stringify(value),
  member: (name, value) => `${name}: ${value}`,
  shorthand: (name) => name,
  spread: "...sealed",
  seal: "const sealed = await sealReceipt(reservation, receipt);",
  answer: (call) => `const answer = await ${call};`,
  each: (call) => `for await (const entry of ${call}) {\n  console.log(entry);\n}`,
};

const python: Language = {
  name: toSnakeCase,
  value: (value) =>
    typeof value === "boolean" ? (value ? "True" : "False") : JSON.stringify(value),
  member: (name, value) => `"${name}": ${value}`,
  shorthand: (name) => `"${name}": ${toSnakeCase(name)}`,
  spread: "**sealed",
  seal: "sealed = seal_receipt(reservation, receipt)",
  answer: (call) => `answer = ${call}`,
  each: (call) => `for entry in ${call}:\n    print(entry)`,
};

function writeSample(endpoint: ApiEndpoint, form: number, language: Language): string | undefined {
  const method = clientMethods[endpoint.operationId];
  if (method === undefined) return undefined;

  const example = listExamples(endpoint)[form];
  const isSealed = isObject(example) && "sealedReceipt" in example;
  const names = Array.from(endpoint.path.matchAll(/\{(\w+)\}/g), ([, name = ""]) =>
    name === "gateway" ? '"gateway_one"' : language.name(name),
  );
  const body = isObject(example) ? [writeObject(example, "", language)] : [];
  const call = `client.${language.name(method)}(${[...names, ...body].join(", ")})`;
  const isList = endpoint.parameters.some(({ name }) => name === "cursor" || name === "after");
  return [
    ...(isSealed ? [language.seal] : []),
    isList ? language.each(call) : language.answer(call),
  ].join("\n");
}

function writeObject(object: Record<string, unknown>, indent: string, language: Language): string {
  const inner = `${indent}  `;
  const members = Object.entries(object).flatMap(([name, value]) => {
    if (name === "reservation") return [language.spread];
    if (name === "sealedReceipt" || name === "otherRecipients") return [];
    if (callersOwn.includes(name)) return [language.shorthand(name)];
    return [language.member(name, writeValue(value, inner, language))];
  });
  return `{\n${members.map((member) => `${inner}${member},\n`).join("")}${indent}}`;
}

function writeValue(value: unknown, indent: string, language: Language): string {
  if (Array.isArray(value)) {
    const entries = value.map((entry) => writeValue(entry, `${indent}  `, language));
    const isShort = entries.every((entry) => !entry.includes("\n"));
    if (isShort) return `[${entries.join(", ")}]`;
    return `[\n${entries.map((entry) => `${indent}  ${entry},\n`).join("")}${indent}]`;
  }
  return isObject(value) ? writeObject(value, indent, language) : language.value(value);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
