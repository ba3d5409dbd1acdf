import type { components, operations, paths } from "./api-types.ts";

/** An operation as method and path: `GET /api/v1/payments/{gateway}/{paymentId}`. */
export type Route = Exclude<
  {
    [Path in keyof paths]: {
      [Method in keyof paths[Path]]: paths[Path][Method] extends { responses: unknown }
        ? `${Uppercase<Method & string>} ${Path}`
        : never;
    }[keyof paths[Path]];
  }[keyof paths],
  undefined
>;

/** `data` of the answer of an operation. */
export type DataOf<R extends Route> = R extends `${infer Method} ${infer Path extends keyof paths}`
  ? DataIn<paths[Path][Lowercase<Method> & keyof paths[Path]]>
  : never;

type DataIn<Operation> = Operation extends {
  responses: { 200: { content: { "application/json": { data: infer Value } } } };
}
  ? Value
  : never;

/** An operation by its `operationId`. */
type OperationId = keyof operations;

/** The same by the operation's id. */
export type Data<Id extends OperationId> = DataIn<operations[Id]>;

/** The body that an operation takes: its documented fields, so that a misspelled one does not compile. */
export type Body<Id extends OperationId> = operations[Id] extends {
  requestBody: { content: { "application/json": infer Value } };
}
  ? Known<Value>
  : never;

/** The parameters that an operation takes in its query. */
export type Query<Id extends OperationId> = Exclude<
  operations[Id]["parameters"] extends { query?: infer Value } ? Value : never,
  undefined
>;

export type Schemas = components["schemas"];

export type Envelope = Data<"getEnvelope">;

export type Gateway = "gateway_one" | "gateway_two";

/** Without its index signatures. What has nothing else, such as a map, stays as it is. */
type Known<T> = T extends readonly (infer Entry)[]
  ? Known<Entry>[]
  : T extends object
    ? keyof Documented<T> extends never
      ? T
      : Documented<T>
    : T;

type Documented<T> = {
  [K in keyof T as string extends K ? never : number extends K ? never : K]:
    | Known<T[K]>
    // JSON leaves it out.
    | (Record<never, never> extends Pick<T, K> ? undefined : never);
};
