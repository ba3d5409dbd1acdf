import { z } from "zod";

// Ids of providers, as they stand in notifications. Whoever knows the secret chooses them: they go into queries and
// into the paths of requests to the provider.

/** Of an event. */
export const eventName = z.string().regex(/^[\x21-\x7e]{1,255}$/);

/** Of what an event is about. */
export const objectName = z.string().regex(/^[\w-]{1,255}$/);
