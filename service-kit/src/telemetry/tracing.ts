import type { ServiceName } from '@leadping/contracts/services';
import { currentTraceparent, newTraceparent, runInTrace, type LogFields } from './trace-context.ts';

export interface SpanStart {
  name: string;
  kind: 'server' | 'client' | 'producer' | 'consumer';
  /** The parent trace. By default the current one, else a new one. */
  parent?: string | undefined;
  /** Starts a new trace. */
  isRoot?: true;
  attributes?: Record<string, string | number>;
}

export interface OpenSpan {
  /** Trace context for calls from within the span. */
  traceparent: string;
  end: (outcome?: { error?: unknown; attributes?: Record<string, string | number> }) => void;
}

/** Forwards trace contexts. With OpenTelemetry it also records a span for each step. */
export interface Tracing {
  isRecording: boolean;
  start: (span: SpanStart) => OpenSpan;
  close: () => Promise<void>;
}

/** The fallback without OpenTelemetry. */
export const PROPAGATION_ONLY: Tracing = {
  isRecording: false,
  start: ({ parent }) => ({
    traceparent: parent ?? currentTraceparent() ?? newTraceparent(),
    end: () => undefined,
  }),
  close: () => Promise.resolve(),
};

/** @param endpoint of an OTLP collector. OpenTelemetry is loaded only if it is set. */
export async function openTracing(service: ServiceName, endpoint: string | undefined): Promise<Tracing> {
  if (endpoint === undefined) return PROPAGATION_ONLY;
  const { openOpenTelemetry } = await import('./open-telemetry.ts');
  return openOpenTelemetry(service, endpoint);
}

/** Runs `work` within a span of its own. */
export async function inSpan<T>(
  tracing: Tracing,
  start: SpanStart,
  work: () => Promise<T> | T,
  fields?: LogFields,
): Promise<T> {
  const span = tracing.start(start);
  try {
    const result = await runInTrace(span.traceparent, work, fields);
    span.end();
    return result;
  } catch (error) {
    span.end({ error });
    throw error;
  }
}
