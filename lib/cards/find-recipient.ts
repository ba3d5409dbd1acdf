import { batched } from "#lib/core/batched.ts";
import { asyncCommitPipeline } from "#lib/storage/database.ts";
import type { Card } from "./card.ts";
import { selectRecipients } from "./store.ts";

/** Who has registered the card in this environment, whichever issuer it was. */
export const findRecipient = batched((cards: readonly Card[]) =>
  selectRecipients(asyncCommitPipeline(), cards),
);
