/**
 * One merchant's payments of a period, as one range of the index that starts with the merchant. With
 * equal signs, a planner that takes all merchants to be of one size would rather walk everybody's
 * payments in the order of their ids.
 */
export const between = (first: string, end: string) => `
  (p.organization_id, p.environment, p.id) >= ($1, $2::environment, ${first})
  AND (p.organization_id, p.environment, p.id) < ($1, $2::environment, ${end})`;

/** The range from `$3` on and below `$4`. */
export const inRange = between("$3", "$4");

/** One issuer's cardholders below `$3`, as one range of the index that starts with the issuer. */
export const ofIssuer = `
  (c.organization_id, c.environment, c.id) >= ($1, $2::environment, '')
  AND (c.organization_id, c.environment, c.id) < ($1, $2::environment, $3)`;
