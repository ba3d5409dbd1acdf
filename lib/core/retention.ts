/** How long a receipt waits for its card to be registered, where ESCROW_DAYS says nothing else. */
export const DEFAULT_ESCROW_DAYS = 180;

/** How long a grant stays in the access log, days. */
export const ACCESS_LOG_DAYS = 400;

/** How long a call stays in the log of its organization, days. */
export const REQUEST_LOG_DAYS = 30;

export const INVITATION_DAYS = 7;
