import { z } from "zod";

/** Kept in lower case, as people type them either way. */
export const emailText = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .pipe(z.email("must be an email address"));
