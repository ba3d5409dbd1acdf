-- Escrow takes the card out of its payments when it ends, from now on. Those that ended before: each gets a
-- random index of its own, and the idempotency records follow it.
CREATE TEMPORARY TABLE expired ON COMMIT DROP AS
  SELECT environment, id, uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) AS card_index
  FROM payment WHERE receipt_status = 'expired';

UPDATE payment p SET card_index = e.card_index
FROM expired e WHERE p.environment = e.environment AND p.id = e.id;

UPDATE idempotency_record r SET card_index = e.card_index
FROM expired e WHERE r.environment = e.environment AND r.payment_id = e.id;
