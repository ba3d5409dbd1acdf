import type { z } from "zod";
import { config } from "#lib/config.ts";
import type { AnyEnvironment, Environment, GatewayName } from "#lib/core/vocabulary.ts";
import type { ProviderForm } from "./contract-form.ts";
import type { Delivery, Gateway, Notification } from "./gateway.ts";
import { watchCalls } from "./watch-calls.ts";

/** Where a provider's gateway is used. */
export type GatewayPlace = { gateway: GatewayName; environment: AnyEnvironment };

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
  /** Of its gateway; absent where it takes all money exactly, or does not say. Needs none of its packages. */
  explainMoney?: NonNullable<Gateway["explainMoney"]>;
  createGateway(
    credentials: NoInfer<Credentials>,
    place: ProviderPlace,
  ): Gateway | Promise<Gateway>;
  /** Loads what its gateway needs; absent where that is nothing to speak of. */
  load?(): Promise<unknown>;
  /** What the provider sends on its own; absent where it sends nothing. */
  notifications?: {
    /** Whether these are the headers of a signed notification. Costs next to nothing, and proves nothing. */
    looksSigned(headers: Headers): boolean;
    /** Verifies a notification, and reads which payment it is about. */
    parse(credentials: NoInfer<Credentials>, delivery: Delivery): Promise<Notification>;
  };
};

export type Provider = {
  form: ProviderForm;
  credentials: z.ZodType;
  refusedField(reason: string): string;
  /** Throws a ZodError for credentials of another shape. */
  explainMismatch(credentials: unknown, environment: Environment): string | undefined;
  sendsNotifications: boolean;
  looksSigned(headers: Headers): boolean;
  load(): Promise<void>;
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
    sendsNotifications: definition.notifications !== undefined,
    looksSigned: (headers) => definition.notifications?.looksSigned(headers) ?? false,
    async load() {
      await definition.load?.();
    },
    open(credentials, place) {
      const parsed = schema.parse(credentials);
      const { explainMoney } = definition;
      return {
        ...createAtFirstUse(form, () => definition.createGateway(parsed, locate(form, place))),
        ...(explainMoney && { explainMoney }),
      };
    },
    async parseNotification(credentials, delivery) {
      const parsed = schema.parse(credentials);
      const { notifications } = definition;
      return notifications
        ? await notifications.parse(parsed, delivery)
        : { kind: "refused", reason: "provider: sends no notifications" };
    },
  };
}

function locate({ name }: ProviderForm, { gateway, environment }: GatewayPlace): ProviderPlace {
  return { gateway, environment, baseUrl: config().apiBases[name] };
}

/** The providers' packages take half a second and 90 MB to load: see load-providers.ts. */
function createAtFirstUse(
  { name }: ProviderForm,
  create: () => Gateway | Promise<Gateway>,
): Gateway {
  const watch = watchCalls(name);
  const created: { gateway?: Promise<Gateway> } = {};
  const use = () => {
    created.gateway ??= Promise.resolve(create());
    return created.gateway;
  };
  return {
    charge: (...args) => watch("charge", async () => (await use()).charge(...args)),
    find: (...args) => watch("find", async () => (await use()).find(...args)),
    cancel: (...args) => watch("cancel", async () => (await use()).cancel(...args)),
    refund: (...args) => watch("refund", async () => (await use()).refund(...args)),
    listRefunds: (...args) => watch("list_refunds", async () => (await use()).listRefunds(...args)),
    listDisputes: (...args) =>
      watch("list_disputes", async () => (await use()).listDisputes(...args)),
    listAccountDisputes: (...args) =>
      watch("list_account_disputes", async () => (await use()).listAccountDisputes(...args)),
    findPaymentId: (...args) =>
      watch("find_payment_id", async () => (await use()).findPaymentId(...args)),
    check: (...args) => watch("check", async () => (await use()).check(...args)),
  };
}
