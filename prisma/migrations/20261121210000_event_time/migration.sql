-- An event waits for its payment's row. The time at which its transaction began may lie before that of
-- an event which got the row first; the time at which it is written cannot.
ALTER TABLE "payment_event" ALTER COLUMN "at" SET DEFAULT clock_timestamp();
