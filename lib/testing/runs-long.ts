/** Whether this is `npm run test:long`. */
export const runsLong = process.env.LONG_TESTS !== undefined;
