/** The name of each answer that the wallet's pages cache. */
export const walletKeys = {
  session: ["wallet", "session"],
  vault: ["wallet", "vault"],
  cards: ["wallet", "cards"],
  storage: ["wallet", "storage"],
  receipts: (cardId: string) => ["wallet", "receipts", cardId],
} as const;
