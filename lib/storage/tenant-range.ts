/**
 * One merchant's payments of a period, as one stretch of the index that is led by the merchant. Said
 * with equal signs, a planner that takes merchants for alike in size would rather walk everybody's
 * payments in the order of their ids than this one's.
 */
export const inRange = `
  (p.organization_id, p.environment, p.id) >= ($1, $2::environment, $3)
  AND (p.organization_id, p.environment, p.id) < ($1, $2::environment, $4)`;

/**
 * One issuer's cardholders below `$3` as one stretch of the index that is led by the issuer. Said with equal
 * signs, a planner might rather walk everybody's in the order of their ids.
 */
export const ofIssuer = `
  (c.organization_id, c.environment, c.id) >= ($1, $2::environment, '')
  AND (c.organization_id, c.environment, c.id) < ($1, $2::environment, $3)`;
