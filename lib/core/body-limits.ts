/** Bytes */
export const BODY_LIMIT = 256 * 1024;

/** Of arrays and objects inside each other. */
export const MAX_DEPTH = 8;

/** Of one object. */
export const MAX_KEYS = 500;

/** Of a whole body, elements and members together: 500 line items with 40 fields each, and what is around them. */
export const MAX_VALUES = 25_000;
