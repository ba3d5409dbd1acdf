import type { z } from "zod";
import { config } from "#lib/config.ts";
import type { Environment, GatewayName } from "#lib/core/vocabulary.ts";
import type { ProviderForm } from "./contract-form.ts";
import type { Delivery, Gateway, Notification } from "./gateway.ts";

/** Where a provider's gateway is used. */
export type GatewayPlace = { gateway: GatewayName; environment: Environment };

/** All that the service has to know of a provider beyond its form. */
type ProviderDefinition<Credentials> = {
  form: ProviderForm;
  credentials: z.ZodType<Credentials>;
  /** Which field a refusal is about, by its reason; absent where it is always the first. */
  refusedField?(reason: string): string;
  /** Why these credentials are not for the environment, `field: reason`; absent where they do not show it. */
  explainMismatch?(credentials: NoInfer<Credentials>, environment: Environment): string | undefined;
  /** `baseUrl` replaces the address of the provider's API. */
  createGateway(
    credentials: NoInfer<Credentials>,
    place: GatewayPlace & { baseUrl: string | undefined },
  ): Gateway | Promise<Gateway>;
  /** Verifies and reads what the provider sends on its own; absent where it sends nothing. */
  parseNotification?(
    credentials: NoInfer<Credentials>,
    delivery: Delivery,
  ): Notification | Promise<Notification>;
  /** Whether a payment that failed can still be paid, as with another card in the same form. */
  failuresCanRecover?: true;
};

export type Provider = {
  form: ProviderForm;
  credentials: z.ZodType;
  refusedField(reason: string): string;
  /** Throws a ZodError for credentials of another shape. */
  explainMismatch(credentials: unknown, environment: Environment): string | undefined;
  sendsNotifications: boolean;
  failuresCanRecover: boolean;
  /** Throws a ZodError for credentials of another shape. */
  open(credentials: unknown, place: GatewayPlace): Gateway;
  /** Throws a ZodError for credentials of another shape, never for what was sent. */
  parseNotification(credentials: unknown, delivery: Delivery): Promise<Notification>;
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
    failuresCanRecover: definition.failuresCanRecover ?? false,
    open(credentials, place) {
      const parsed = schema.parse(credentials);
      const baseUrl = config().apiBases[form.name];
      return createAtFirstUse(() => definition.createGateway(parsed, { ...place, baseUrl }));
    },
    async parseNotification(credentials, delivery) {
      const parsed = schema.parse(credentials);
      const notification = await definition.parseNotification?.(parsed, delivery);
      return notification ?? { kind: "refused", reason: "provider: sends no notifications" };
    },
  };
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
    check: async (...args) => (await use()).check(...args),
    cancel: async (...args) => (await use()).cancel?.(...args),
  };
}
