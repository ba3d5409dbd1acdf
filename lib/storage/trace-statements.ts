import { inSpan } from "#lib/traces/span.ts";
import type { Pipeline } from "./pipeline.ts";

const attributes = { "db.system.name": "postgresql" };

/** The same pipeline with a span for each statement. Its name says which: texts and values stay out. */
export function traceStatements(pipeline: Pipeline): Pipeline {
  return {
    ...pipeline,
    query: (statement, values) => {
      const name = typeof statement === "string" ? undefined : statement.name;
      return inSpan(`statement ${name ?? "unnamed"}`, { kind: "client", attributes }, () =>
        pipeline.query(statement, values),
      );
    },
  };
}
