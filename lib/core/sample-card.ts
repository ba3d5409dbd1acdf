/** A test number that payment providers publish, and its SHA-256, which a till sends. */
export const sampleCard = {
  number: "4242424242424242",
  hashedPan: "477bba133c182267fe5f086924abdc5db71f77bfc27f01f2843f2cdc69d89f05",
} as const;
