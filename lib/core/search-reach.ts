/** How many of a merchant's newest payments a search reads one by one: some 50 ms of the database. */
export const MAX_SEARCHED_PAYMENTS = 10_000;
