import { BRAND } from '@leadping/contracts/brand';
import type { ServiceName } from '@leadping/contracts/services';
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, TraceFlags } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { currentTraceparent } from './trace-context.ts';
import type { SpanStart, Tracing } from './tracing.ts';

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
} as const;

const EXPORT_MS = 1000;

/** Records a span for each step and sends them, in batches, to the collector. Loaded by `openTracing` alone. */
export function openOpenTelemetry(service: ServiceName, endpoint: string): Tracing {
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces` });
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': service, 'service.namespace': BRAND.name }),
    spanProcessors: [new BatchSpanProcessor(exporter, { scheduledDelayMillis: EXPORT_MS })],
  });
  const tracer = provider.getTracer('service-kit');
  return {
    isRecording: true,
    start: ({ name, kind, parent, isRoot, attributes = {} }: SpanStart) => {
      const options = { kind: KINDS[kind], attributes };
      const span = tracer.startSpan(
        name,
        options,
        isRoot ? ROOT_CONTEXT : contextOf(parent ?? currentTraceparent()),
      );
      const { traceId, spanId, traceFlags } = span.spanContext();
      const flags = traceFlags.toString(16).padStart(2, '0');
      return {
        traceparent: `00-${traceId}-${spanId}-${flags}`,
        end: ({ error, attributes: more = {} } = {}) => {
          span.setAttributes(more);
          if (error !== undefined) {
            const message = error instanceof Error ? error.message : String(error);
            span.setStatus({ code: SpanStatusCode.ERROR, message });
          }
          span.end();
        },
      };
    },
    // A collector that is gone must not hold the process.
    close: () => provider.shutdown().catch(() => undefined),
  };
}

function contextOf(traceparent: string | undefined) {
  if (traceparent === undefined) return ROOT_CONTEXT;
  const [, traceId = '', spanId = '', flags = ''] = traceparent.split('-');
  const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}
