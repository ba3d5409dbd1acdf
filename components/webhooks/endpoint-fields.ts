import { z } from "zod";
import { parseUrl } from "#lib/core/parse-url.ts";
import { type Environment, eventTypes } from "#lib/core/vocabulary.ts";
import type { Endpoint } from "./use-endpoints.ts";

const MAX_URL_LENGTH = 1024;
const MAX_DESCRIPTION_LENGTH = 256;

/** The fields of an endpoint's form. */
export function endpointFormIn(environment: Environment) {
  return z
    .object({
      url: urlIn(environment),
      description: z.string().trim().max(MAX_DESCRIPTION_LENGTH),
      which: z.enum(["all", "selected"]),
      types: z.array(z.enum(eventTypes)),
    })
    .superRefine(({ which, types }, context) => {
      if (which === "all" || types.length > 0) return;
      context.addIssue({ code: "custom", path: ["types"], message: "Choose at least one." });
    });
}

export type EndpointFields = z.output<ReturnType<typeof endpointFormIn>>;

export const emptyEndpointFields: EndpointFields = {
  url: "",
  description: "",
  which: "all",
  types: [],
};

/** The form with what an endpoint has now. */
export function toEndpointFields({ url, description, types }: Endpoint): EndpointFields {
  return { url, description, types, which: types.length === 0 ? "all" : "selected" };
}

/** The request of the form: no types are all of them. */
export function toEndpointRequest({ url, description, which, types }: EndpointFields) {
  return { url, description, types: which === "all" ? [] : types };
}

function urlIn(environment: Environment) {
  const isInsecureAllowed = environment === "development";
  return z
    .string()
    .trim()
    .max(MAX_URL_LENGTH)
    .superRefine((text, context) => {
      const url = parseUrl(text);
      const refuse = (message: string) => context.addIssue({ code: "custom", message });
      if (text === "") return refuse("must not be empty");
      if (!url || !["https:", "http:"].includes(url.protocol)) {
        return refuse("must be a full address such as https://shop.example/webhooks");
      }
      if (url.protocol === "http:" && !isInsecureAllowed) {
        return refuse("must begin with https://; http:// is for development alone");
      }
      if (url.username || url.password) return refuse("must have no user name and no password");
    });
}
