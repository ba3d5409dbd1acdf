import { z } from "zod";
import { config } from "#lib/config.ts";
import { type Environment, type GatewayName, gateways } from "#lib/core/vocabulary.ts";
import type { Delivery, Gateway, Notification } from "./gateway.ts";
import { createSandbox } from "./sandbox/sandbox.ts";
import { refuseSquareToken, squareCredentials } from "./square/credentials.ts";
import { refuseStripeKey, stripeCredentials } from "./stripe/credentials.ts";

type Place = { gateway: GatewayName; environment: Environment; baseUrl?: string | undefined };

type Entry<Credentials> = {
  /** The gateways of the API that it can stand behind. */
  gateways: readonly GatewayName[];
  credentials: z.ZodType<Credentials>;
  /** Which field of the credentials the provider means by the reason of a refusal. */
  blame(reason: string): string;
  /** Why these credentials are not for the environment, `field: reason`; absent where they never tell. */
  refuse?(credentials: Credentials, environment: Environment): string | undefined;
  create(credentials: Credentials, place: Place): Gateway | Promise<Gateway>;
  /** Verifies and reads what it sends by itself; absent where it sends nothing. */
  parseNotification?(
    credentials: Credentials,
    delivery: Delivery,
  ): Notification | Promise<Notification>;
  /** Whether a payment that failed can be paid after all, as with another card in the same form. */
  failsForNow?: true;
  /** Where its API is, if not at the provider's own address. */
  baseUrl?(): string | undefined;
};

export type Provider = {
  gateways: readonly GatewayName[];
  credentials: z.ZodType;
  blame(reason: string): string;
  /** Throws a ZodError for credentials of another shape. */
  refuse(credentials: unknown, environment: Environment): string | undefined;
  sendsNotifications: boolean;
  failsForNow: boolean;
  /** Throws a ZodError for credentials of another shape. */
  open(credentials: unknown, place: Place): Gateway;
  /** Throws a ZodError for credentials of another shape, never for what was sent. */
  parseNotification(credentials: unknown, delivery: Delivery): Promise<Notification>;
};

/** Every payment provider there is. Another one is an adapter with its contract test, and a line here. */
export const providers = {
  sandbox: provider({
    gateways,
    credentials: z.strictObject({}),
    blame: () => "none",
    create: (_, { gateway }) => createSandbox(gateway),
  }),
  stripe: provider({
    gateways: ["gateway_one"],
    credentials: stripeCredentials,
    blame: () => "secretKey",
    refuse: refuseStripeKey,
    create: async (credentials, place) =>
      (await import("./stripe/stripe.ts")).createStripe(credentials, place),
    parseNotification: async (credentials, delivery) =>
      (await import("./stripe/notification.ts")).parseStripeNotification(credentials, delivery),
    failsForNow: true,
    baseUrl: () => config().stripeApiBase,
  }),
  square: provider({
    gateways: ["gateway_two"],
    credentials: squareCredentials,
    // Another account's location is simply not there.
    blame: (reason) => (/^(locationid|not_found)/i.test(reason) ? "locationId" : "accessToken"),
    refuse: refuseSquareToken,
    create: async (credentials, place) =>
      (await import("./square/square.ts")).createSquare(credentials, place),
    parseNotification: async (credentials, delivery) =>
      (await import("./square/notification.ts")).parseSquareNotification(credentials, delivery),
    baseUrl: () => config().squareApiBase,
  }),
} as const;

type ProviderName = keyof typeof providers;

export function findProvider(name: string): Provider | undefined {
  return Object.hasOwn(providers, name) ? providers[name as ProviderName] : undefined;
}

function provider<Credentials>(entry: Entry<Credentials>): Provider {
  return {
    gateways: entry.gateways,
    credentials: entry.credentials,
    blame: entry.blame,
    refuse: (credentials, environment) =>
      entry.refuse?.(entry.credentials.parse(credentials), environment),
    sendsNotifications: entry.parseNotification !== undefined,
    failsForNow: entry.failsForNow ?? false,
    open(credentials, place) {
      const parsed = entry.credentials.parse(credentials);
      const baseUrl = place.baseUrl ?? entry.baseUrl?.();
      return createAtFirstUse(() => entry.create(parsed, { ...place, baseUrl }));
    },
    async parseNotification(credentials, delivery) {
      const parsed = entry.credentials.parse(credentials);
      const told = await entry.parseNotification?.(parsed, delivery);
      return told ?? { kind: "refused", reason: "provider: sends no notifications" };
    },
  };
}

/** The providers' packages take half a second and 90 MB to load: only who pays with one pays that. */
function createAtFirstUse(create: () => Gateway | Promise<Gateway>): Gateway {
  const created: { gateway?: Promise<Gateway> } = {};
  const use = () => {
    created.gateway ??= Promise.resolve(create());
    return created.gateway;
  };
  return {
    charge: async (charge, signal) => (await use()).charge(charge, signal),
    check: async (signal) => (await use()).check(signal),
    cancel: async (orderId, signal) => (await use()).cancel?.(orderId, signal),
  };
}
