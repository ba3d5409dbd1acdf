import { z } from "zod";
import { dateTimeText, parseDateTime } from "./date-time.ts";

/** Of a list that is read page by page. */
export const pageQuery = {
  limit: z
    .string()
    .regex(/^(?:[1-9]\d?|100)$/, "must be a whole number from 1 to 100")
    .pipe(z.coerce.number<string>())
    .default(20)
    .meta({ type: "integer", minimum: 1, maximum: 100 }),
  cursor: z.string().max(256).optional().meta({ description: "`nextCursor` of the page before" }),
};

const moment = dateTimeText.transform((text) => parseDateTime(text) ?? new Date(Number.NaN));

export const periodQuery = {
  from: moment.optional().meta({ description: "Created at or after" }),
  to: moment.optional().meta({ description: "Created before" }),
};
