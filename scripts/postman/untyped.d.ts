// The parts that are used of packages without types.

declare module "openapi-to-postmanv2" {
  type Conversion = { result: boolean; reason?: string; output?: { data: unknown }[] };
  const converter: {
    convert(
      input: { type: "json"; data: unknown },
      options: Record<string, unknown>,
      done: (error: Error | null, conversion?: Conversion) => void,
    ): void;
  };
  export = converter;
}

declare module "newman" {
  namespace newman {
    type Failure = { error: Error; source?: { name: string } };
    type Summary = { run: { executions: unknown[]; failures: Failure[] } };
  }
  const newman: {
    run(
      options: { collection: unknown; envVar: { key: string; value: string }[] },
      done: (error: Error | null, summary: newman.Summary) => void,
    ): void;
  };
  export = newman;
}
