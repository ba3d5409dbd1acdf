/** How long a receipt waits for its card to be registered, where ESCROW_DAYS says nothing else. */
export const DEFAULT_ESCROW_DAYS = 180;
