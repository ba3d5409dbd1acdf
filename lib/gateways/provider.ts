import type { z } from "zod";
import { config } from "#lib/config.ts";
import type { Environment, GatewayName } from "#lib/core/vocabulary.ts";
import type { ProviderForm } from "./contract-form.ts";
import type { Delivery, Gateway, Notification } from "./gateway.ts";

/** Where a provider's gateway is used. */
export type GatewayPlace = { gateway: GatewayName; environment: Environment };

/** `baseUrl` replaces the address of the provider's API. */
type ProviderPlace = GatewayPlace & { baseUrl: string | undefined };

/** All that the service has to know of a provider beyond its form. */
type ProviderDefinition<Credentials> = {
  form: ProviderForm;
  credentials: z.ZodType<Credentials>;
  /** Which field a refusal is about, by its reason; absent where it is always the first. */
  refusedField?(reason: string): string;
  /** Why these credentials are not for the environment, `field: reason`; absent where they do not show it. */
  explainMismatch?(credentials: NoInfer<Credentials>, environment: Environment): string | undefined;
  createGateway(
    credentials: NoInfer<Credentials>,
    place: ProviderPlace,
  ): Gateway | Promise<Gateway>;
  /**
   * Verifies and reads what the provider sends on its own, and asks it where that does not say which
   * payment it is about; absent where it sends nothing.
   */
  parseNotification?(
    credentials: NoInfer<Credentials>,
    delivery: Delivery,
    place: ProviderPlace,
    signal: AbortSignal,
  ): Promise<Notification>;
};

export type Provider = {
  form: ProviderForm;
  credentials: z.ZodType;
  refusedField(reason: string): string;
  /** Throws a ZodError for credentials of another shape. */
  explainMismatch(credentials: unknown, environment: Environment): string | undefined;
  sendsNotifications: boolean;
  /** Throws a ZodError for credentials of another shape. */
  open(credentials: unknown, place: GatewayPlace): Gateway;
  /** Throws a ZodError for credentials of another shape, never for what was sent. */
  parseNotification(
    credentials: unknown,
    delivery: Delivery,
    place: GatewayPlace,
  ): Promise<Notification>;
};

/** A provider whose credentials are checked wherever they come from. */
export function defineProvider<Credentials>(definition: ProviderDefinition<Credentials>): Provider {
  const { form, credentials: schema } = definition;
  return {
    form,
    credentials: schema,
    refusedField: (reason) => definition.refusedField?.(reason) ?? form.fields[0]?.name ?? "none",
    explainMismatch: (credentials, environment) =>
      definition.explainMismatch?.(schema.parse(credentials), environment),
    sendsNotifications: definition.parseNotification !== undefined,
    open(credentials, place) {
      const parsed = schema.parse(credentials);
      return createAtFirstUse(() => definition.createGateway(parsed, locate(form, place)));
    },
    async parseNotification(credentials, delivery, place) {
      const parsed = schema.parse(credentials);
      const signal = AbortSignal.timeout(config().gatewayTimeoutMs);
      const { parseNotification } = definition;
      return parseNotification
        ? await parseNotification(parsed, delivery, locate(form, place), signal)
        : { kind: "refused", reason: "provider: sends no notifications" };
    },
  };
}

function locate({ name }: ProviderForm, { gateway, environment }: GatewayPlace): ProviderPlace {
  return { gateway, environment, baseUrl: config().apiBases[name] };
}

/** The providers' packages take half a second and 90 MB to load: only those who pay with one load it. */
function createAtFirstUse(create: () => Gateway | Promise<Gateway>): Gateway {
  const created: { gateway?: Promise<Gateway> } = {};
  const use = () => {
    created.gateway ??= Promise.resolve(create());
    return created.gateway;
  };
  return {
    charge: async (...args) => (await use()).charge(...args),
    find: async (...args) => (await use()).find(...args),
    cancel: async (...args) => (await use()).cancel(...args),
    refund: async (...args) => (await use()).refund(...args),
    listRefunds: async (...args) => (await use()).listRefunds(...args),
    check: async (...args) => (await use()).check(...args),
  };
}
