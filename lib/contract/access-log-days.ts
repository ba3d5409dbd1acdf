/** How long a grant stays in the access log, days. */
export const ACCESS_LOG_DAYS = 400;
