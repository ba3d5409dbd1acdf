import { z } from "zod";
import { environments } from "./environment.ts";
import type { Operation } from "./operation.ts";
import { idText, keyMaterialText, nameText } from "./text.ts";

export const signatureAlgorithms = ["ES256", "EdDSA"] as const;

export const signingKeyResource = z
  .object({
    id: z.string(),
    kid: z.string().meta({ description: "To be named in the header of each signature" }),
    algorithm: z.enum(signatureAlgorithms),
    name: z.string(),
    publicKey: z.string().meta({ description: "PEM" }),
    environment: z.enum(environments),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: "SigningKey" });

export const signingKeyRequest = z.object({
  name: nameText,
  publicKey: z
    .union([keyMaterialText, z.record(z.string().max(64), z.unknown())])
    .meta({ description: "A PEM text, or a JWK as an object or as text" }),
});

export type SigningKeyResource = z.output<typeof signingKeyResource>;
export type SigningKeyRequest = z.output<typeof signingKeyRequest>;

const list = { path: "/api/console/signing-keys", tag: "Console" } as const;

export const listSigningKeysOperation = {
  ...list,
  operationId: "listSigningKeys",
  method: "GET",
  summary: "The keys that the merchant signs receipts with",
  role: "viewer",
  rateClass: "reads",
  response: z.object({ signingKeys: z.array(signingKeyResource) }),
  statuses: [200],
  errors: [],
} as const satisfies Operation;

export const createSigningKeyOperation = {
  ...list,
  operationId: "createSigningKey",
  method: "POST",
  summary: "Register the public part of a key, for ES256 or EdDSA",
  role: "developer",
  rateClass: "writes",
  body: signingKeyRequest,
  response: signingKeyResource,
  statuses: [201],
  errors: ["forbidden", "conflict"],
} as const satisfies Operation;

export const removeSigningKeyOperation = {
  ...list,
  operationId: "removeSigningKey",
  method: "DELETE",
  path: "/api/console/signing-keys/{signingKeyId}",
  summary: "Take no more signatures of this key",
  role: "developer",
  rateClass: "writes",
  params: z.object({ signingKeyId: idText }),
  response: z.object({ signingKeyId: z.string(), removed: z.literal(true) }),
  statuses: [200],
  errors: ["not_found"],
} as const satisfies Operation;
