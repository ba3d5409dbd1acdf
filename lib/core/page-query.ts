import { z } from "zod";
import { dateTimeInput } from "./date-time.ts";

/** The query of a list that is read page by page. */
export const pageQuery = {
  limit: z
    .string()
    .regex(/^(?:[1-9]\d?|100)$/, "must be a whole number from 1 to 100")
    .pipe(z.coerce.number<string>())
    .default(20)
    .meta({
      type: "integer",
      minimum: 1,
      maximum: 100,
      description: "Entries per page, 20 if not given",
    }),
  cursor: z.string().max(256).optional().meta({ description: "`nextCursor` of the page before" }),
};

export const periodQuery = {
  from: dateTimeInput.optional().meta({
    description:
      "Created at or after this time. Without an offset it is UTC; write the plus of an offset as %2B",
  }),
  to: dateTimeInput.optional().meta({ description: "Created before this time" }),
};
