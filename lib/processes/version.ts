import manifest from "#package.json" with { type: "json" };

/** Of the service, as its package has it. */
export const { version } = manifest;
