/** How long a call stays in the log of its organization, days. */
export const REQUEST_LOG_DAYS = 30;
