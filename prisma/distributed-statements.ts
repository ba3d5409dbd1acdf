import type { Misfit } from "./distribution.ts";

/**
 * What the statements of the request path would meet on Citus, as `statement: finding` (lib/testing/explain-shards.ts): by
 * their names, or the call that sends one without a name. A test makes these calls and compares.
 */
export const misfitStatements: readonly Misfit[] = [
  {
    names: [
      ...["settle: rows payment", "settle: rows pending_payment"],
      ...["find-payments-by-key: rows payment"],
      ...["find-idempotency-records: rows idempotency_record"],
      ...["insert-access-tokens: rows payment"],
      ...["find-openings: rows payment", "find-openings: rows access_token"],
      ...["use-tokens: rows payment", "use-tokens: rows access_token"],
    ],
    why: "Calls of one turn share a statement, whose parameters are rows: Citus would send it to every shard, if it took it at all, although each row is of one.",
    instead: "A statement with plain parameters for each call, or a batch for each shard.",
  },
  {
    names: ["find-escrowed: every payment", "find-escrowed: every escrow_identifier"],
    why: "A registration looks for what waits under a card or another identifier.",
    instead: "Nothing: every shard is asked once for each registration, in a small partial index.",
  },
  {
    names: [
      ...["find-escrowed: rows payment", "find-escrowed: locks payment"],
      ...["lock-claimable: rows payment", "lock-claimable: locks payment"],
      ...["(register): rows payment"],
    ],
    why: "The payments are found and locked, or found and changed, in one statement; Citus refuses locks on more than one shard.",
    instead:
      "Two statements: the ids are found first, and their rows are then locked or changed by them, in the order of the ids.",
  },
  {
    names: [
      ...["list-refunds: every payment", "settle-refund: every payment"],
      ...["add-refunds-up: every payment"],
    ],
    why: "A refund is a payment with an id of its own, and found by that of its sale.",
    instead:
      "The ids of the refunds in the row of their sale, which each of these calls has or locks anyway.",
  },
  {
    names: ["list-receipts: every payment"],
    why: "The payments of a cardholder have nothing else in common.",
    instead:
      "A table of the receipts of each cardholder, spread by it and written at the delivery: the list asks one shard, and then those of its page.",
  },
  {
    names: ["settle-refund: rows payment", "settle-refund: rows pending_payment"],
    why: "The parts of a statement that inserts in a WITH are run one by one, and each sees what those before it have written; this one reads the refund as it was.",
    instead: "What the first part returns of the row before the change, by OLD in its RETURNING.",
  },
  {
    names: [
      "settle: volatile payment",
      "settle-refund: volatile payment",
      "(register): volatile payment",
    ],
    why: "The time of the delivery is clock_timestamp(), and Citus refuses volatile functions in an UPDATE.",
    instead:
      "now(), or the service's time as a parameter, once deliveredFrom allows for transactions that are under way.",
  },
  {
    names: [
      "insert-intents: groups claim+key+payment",
      "insert-access-tokens: groups entry+token",
      "use-tokens: groups entry+payment+token",
      "insert-cardholder: groups payment+reference",
      "(cancel): groups entry+payment",
      "(erase): groups local+payment+reference",
    ],
    why: "Keys are unique whatever the card, tokens and codes are found by their hashes, and the trail is written with the act.",
    instead:
      "Nothing: such a transaction commits in two phases, on as many machines as it writes to.",
  },
  {
    names: ["(decline): moves idempotency_record"],
    why: "The key of a failed attempt is free for the next one: its record moves to another key. Citus refuses that.",
    instead: "The record is deleted and inserted again, in the same transaction.",
  },
  {
    names: ["find-claim-key-version: every claim_code"],
    why: "A repeated creation knows the payment, and not under which version of the key its code was derived.",
    instead:
      "A look-up by the hashes of the code under each version, which follow from the payment's id.",
  },
  {
    names: ["lock-cards-shared: advisory lock", "lock-cards-exclusive: advisory lock"],
    why: "A creation in escrow and a registration of the same card exclude each other by an advisory lock.",
    instead:
      "Nothing while one coordinator takes all statements; with several, a row of a table that is spread by the card's index.",
  },
  {
    names: [
      ...["look-into-outbox: every event_outbox", "read-outbox: every event_outbox"],
      ...["empty-outbox: every event_outbox", "find-payments-by-id: rows payment"],
      ...["append-events: groups local+organization", "(publish): advisory lock"],
    ],
    why: "One publisher takes the events of the whole service in the order of one sequence, and knows by the transactions of its own machine that no earlier one is still to come.",
    instead:
      "A publisher for each machine, and a cursor that has a position for each of them; until then, events are published as fast as one machine can.",
  },
  {
    names: ["insert-requests: advisory lock"],
    why: "Calls are recorded by one process at a time, so that their positions become visible in order.",
    instead:
      "Nothing while one coordinator takes all statements: the lock is held for a batch of calls.",
  },
  {
    names: [
      ...["(erase): every payment", "(erase): rows payment", "(erase): locks payment"],
      ...["(erase): volatile payment", "(erase): every idempotency_record"],
      ...["(erase): every access_token", "(erase): locks access_token"],
      ...["(erase): every event_outbox", "(erase): every event"],
    ],
    why: "An erasure takes what there is of a cardholder, wherever it is, and draws a random card index in the database.",
    instead:
      "The ids first, then statements by them with indexes that the service draws; every shard is asked once for each erasure.",
  },
];
