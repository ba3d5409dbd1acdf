-- Where a receipt was sealed: by the service, or at the till, to the cardholder's keys or to the escrow key. All
-- receipts from before were sealed by the service, and so is what code from before writes during an upgrade.
CREATE TYPE sealing_place AS ENUM ('service', 'till', 'till_for_escrow');

ALTER TABLE payment ADD COLUMN sealing_place sealing_place NOT NULL DEFAULT 'service';
