// Apart from the schemas, for pages that say these in words.

/** Endpoints of each organization and environment. */
export const MAX_ENDPOINTS = 16;

/** How long an endpoint may take to answer. */
export const ANSWER_SECONDS = 15;

/** An endpoint that has done nothing but fail for so long is disabled. */
export const DISABLE_AFTER_DAYS = 5;

/** How long the secret before a rotation signs, too. */
export const ROTATION_HOURS = 24;

/** What is kept of an answer. */
export const KEPT_ANSWER_BYTES = 1024;
