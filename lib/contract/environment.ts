export const environments = ["production", "staging", "development"] as const;

export type Environment = (typeof environments)[number];
