import { z } from "zod";
import type { Operation } from "#lib/core/operation.ts";
import { idText } from "#lib/core/text.ts";

export const MAX_FOUND_OF_A_KIND = 5;

const found = z.object({
  kind: z.enum(["payment", "cardholder", "api_key", "member", "request", "event"]),
  id: z.string(),
  title: z.string().meta({ description: "Its reference or name" }),
  detail: z.string(),
});

export type Found = z.output<typeof found>;

export const searchOperation = {
  operationId: "search",
  method: "GET",
  path: "/api/console/search",
  tag: "Console",
  summary: "Everything with this text in its id, reference, name, or email",
  role: "viewer",
  rateClass: "reads",
  mayBeStale: true,
  query: z.object({ text: idText }),
  response: z.object({
    found: z.array(found).meta({ description: `Up to ${MAX_FOUND_OF_A_KIND} of each kind` }),
  }),
  expensive: "reports",
  statuses: [200],
  errors: [],
} as const satisfies Operation;
