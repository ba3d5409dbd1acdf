import { setTimeout as delay } from "node:timers/promises";
import {
  SpanKind as OtelKind,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  type SpanContext,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { parseTraceParent, setGlobalErrorHandler } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { Span, SpanKind, Tracer } from "./span.ts";

export type SdkSettings = {
  /** Of a collector that speaks OTLP over HTTP. */
  endpoint: string;
  /** The part of the traces that is kept, 0 to 1. */
  ratio: number;
  /** Names the traced process. */
  instance: string;
  version: string;
  /** Called with failures to send. */
  report: (err: unknown) => void;
};

const kinds: Record<SpanKind, OtelKind> = {
  server: OtelKind.SERVER,
  client: OtelKind.CLIENT,
  internal: OtelKind.INTERNAL,
};

/**
 * Enough for a thousand calls a second and a collector that misses some requests; spans beyond that are
 * dropped.
 */
const batches = { maxQueueSize: 16_384, maxExportBatchSize: 2_048, scheduledDelayMillis: 1_000 };

/** A collector that is down must not delay the shutdown. */
const MAX_CLOSE_MS = 2_000;

/**
 * OpenTelemetry's SDK, which reads the rest of its OTEL_ variables itself. It is not registered globally:
 * Next would trace pages with it, addresses with their tokens included.
 */
export function startOpenTelemetry({ endpoint, ratio, instance, version, report }: SdkSettings): {
  tracer: Tracer;
  close(): Promise<void>;
} {
  setGlobalErrorHandler(report);
  const url = `${endpoint.replace(/\/$/, "")}/v1/traces`;
  const exporter = new OTLPTraceExporter({ url });
  const byRatio = new TraceIdRatioBasedSampler(ratio);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      "service.name": "sealslip",
      "service.version": version,
      "service.instance.id": instance,
      "process.pid": process.pid,
    }).merge(detectResources({ detectors: [envDetector] })),
    // A stranger's header names the trace of a call, but does not decide whether we keep it.
    sampler: new ParentBasedSampler({
      root: byRatio,
      remoteParentSampled: byRatio,
      remoteParentNotSampled: byRatio,
    }),
    spanProcessors: [new BatchSpanProcessor({ ...batches, exporter })],
  });
  const tracer = provider.getTracer("sealslip", version);
  const begun = new WeakMap<Span, OtelSpan>();

  return {
    tracer: {
      begin(name, { kind, attributes = {}, traceparent }, parent) {
        const own = parent && begun.get(parent);
        const context = own?.spanContext() ?? readParent(traceparent);
        const below = context ? trace.setSpanContext(ROOT_CONTEXT, context) : ROOT_CONTEXT;
        const started = tracer.startSpan(name, { kind: kinds[kind], attributes }, below);
        const span = wrap(started);
        begun.set(span, started);
        return span;
      },
    },
    async close() {
      const closed = provider.shutdown().catch(() => undefined);
      await Promise.race([closed, delay(MAX_CLOSE_MS, undefined, { ref: false })]);
    },
  };
}

function readParent(traceparent: string | null | undefined): SpanContext | undefined {
  const parsed = traceparent ? parseTraceParent(traceparent) : null;
  return parsed ? { ...parsed, isRemote: true } : undefined;
}

function wrap(span: OtelSpan): Span {
  return {
    traceId: span.spanContext().traceId,
    note: (attributes) => void span.setAttributes(attributes),
    // Without a message, which could contain values.
    fail: () => void span.setStatus({ code: SpanStatusCode.ERROR }),
    end: () => span.end(),
  };
}
