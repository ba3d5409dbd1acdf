/** Bytes */
export const BODY_LIMIT = 256 * 1024;

/** Of arrays and objects inside each other. */
export const MAX_DEPTH = 8;

/** Of one object. */
export const MAX_KEYS = 500;
