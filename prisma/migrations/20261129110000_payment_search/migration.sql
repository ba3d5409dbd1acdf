-- Payments by their amount, newest first. Led by it, as the index of merchants is by theirs: an index that began as the
-- one of the list does would cost the planner the same for a range of ids. The currency comes along: 1840 is 18.40 EUR,
-- and 1840 JPY as well.
CREATE INDEX payment_amount_idx ON payment (amount, organization_id, environment, id) INCLUDE (currency);

-- The console's filters for what was refunded. What nothing was refunded of is never in it.
CREATE INDEX payment_refunded_idx ON payment (organization_id, environment, id) WHERE refunded_amount > 0;
