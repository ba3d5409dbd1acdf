import example from "./example.json" with { type: "json" };

/** The receipt and the envelope of the landing page, with the key to check one against the other. */
export function GET(): Response {
  return Response.json(example);
}
