import { AsyncLocalStorage } from "node:async_hooks";

export type SpanKind = "server" | "client" | "internal";
type Attributes = Record<string, string | number>;

type SpanOptions = {
  kind: SpanKind;
  attributes?: Attributes;
  /** The caller's header, which a valid span continues (W3C Trace Context section 3.2). */
  traceparent?: string | null;
};

/** A span that has begun. */
export type Span = {
  traceId: string;
  note(attributes: Attributes): void;
  fail(): void;
  end(): void;
};

/** Begins spans, and exports those that have ended. */
export type Tracer = {
  begin(name: string, options: SpanOptions, parent: Span | undefined): Span;
};

const processWide = globalThis as { sealslipTracer?: Tracer };
const active = new AsyncLocalStorage<Span>();

export function traceWith(tracer: Tracer | undefined): void {
  if (tracer) processWide.sealslipTracer = tracer;
  else delete processWide.sealslipTracer;
}

export function isTracing(): boolean {
  return processWide.sealslipTracer !== undefined;
}

/** Runs work in a span of its own, below that of its caller. Without tracing, it just runs the work. */
export function inSpan<T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T> {
  const tracer = processWide.sealslipTracer;
  if (!tracer) return work();
  const span = tracer.begin(name, options, active.getStore());
  return active.run(span, () => endAfter(span, work));
}

/** What the span of this work is to say besides. */
export function noteOnSpan(attributes: Attributes): void {
  active.getStore()?.note(attributes);
}

/** The span of this work has failed. */
export function failSpan(): void {
  active.getStore()?.fail();
}

/** Of the span of this work; undefined where nothing is traced. */
export function currentTraceId(): string | undefined {
  return active.getStore()?.traceId;
}

async function endAfter<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    span.fail();
    throw error;
  } finally {
    span.end();
  }
}
