import { bodies } from "./bodies.ts";
import { consoles } from "./consoles.ts";
import type { Hostile } from "./hostile.ts";
import { keys } from "./keys.ts";
import { pages } from "./pages.ts";
import { visits } from "./visits.ts";

/** Each is what one caller may do alone. */
export const kinds: Record<string, Hostile> = {
  ...pages,
  ...bodies,
  ...keys,
  ...consoles,
  ...visits,
};
