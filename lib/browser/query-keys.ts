import type { Environment } from "#lib/core/vocabulary.ts";

/**
 * The name of each cached answer, in one place so that a mutation can invalidate what it changes.
 * What belongs to one environment names it first: a switch must never show the other's data.
 */
export const queryKeys = {
  serviceStatus: ["service-status"],
  session: ["session"],
  signInOptions: ["sign-in-options"],
  invitation: (token: string) => ["invitation", token],
  overview: (environment: Environment, range: string) => [environment, "overview", range],
  setup: (environment: Environment) => [environment, "setup"],
  payments: (environment: Environment, filters: object, cursor?: string) => [
    environment,
    "payments",
    filters,
    cursor,
  ],
  payment: (environment: Environment, paymentId: string) => [environment, "payment", paymentId],
  members: ["members"],
  invitations: ["invitations"],
  organization: ["organization"],
  signingKeys: (environment: Environment) => [environment, "signing-keys"],
  connections: (environment: Environment) => [environment, "connections"],
  apiKeys: (environment: Environment) => [environment, "api-keys"],
  requests: (environment: Environment, filters: object, cursor?: string) => [
    environment,
    "requests",
    filters,
    cursor,
  ],
  request: (environment: Environment, requestId: string) => [environment, "request", requestId],
  issuerOverview: (environment: Environment, range: string) => [
    environment,
    "issuer-overview",
    range,
  ],
  cardholders: (environment: Environment, search?: string, cursor?: string) => [
    environment,
    "cardholders",
    search,
    cursor,
  ],
  /** What is below it is of the same cardholder, and is invalidated with it. */
  cardholder: (environment: Environment, userId: string) => [environment, "cardholder", userId],
  cardholderReceipts: (environment: Environment, userId: string, cursor?: string) => [
    environment,
    "cardholder",
    userId,
    "receipts",
    cursor,
  ],
  cardholderGrants: (environment: Environment, userId: string, cursor?: string) => [
    environment,
    "cardholder",
    userId,
    "grants",
    cursor,
  ],
  accessLog: (environment: Environment, filters: object, cursor?: string) => [
    environment,
    "access-log",
    filters,
    cursor,
  ],
  escrow: (environment: Environment) => [environment, "escrow"],
} as const;

/** The name of each answer that the wallet's pages cache. */
export const walletKeys = {
  session: ["wallet", "session"],
  vault: ["wallet", "vault"],
  cards: ["wallet", "cards"],
  storage: ["wallet", "storage"],
  receipts: (cardId: string) => ["wallet", "receipts", cardId],
} as const;
