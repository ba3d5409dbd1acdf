/** The name of each cached answer, in one place so that a mutation can invalidate what it changes. */
export const queryKeys = {
  serviceStatus: ["service-status"],
} as const;
