import example from "./example.json" with { type: "json" };

/** The receipt and the envelope of the landing page, with the key to check them. */
export function GET(): Response {
  return Response.json(example);
}
