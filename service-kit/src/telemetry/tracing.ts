import type { ServiceName } from '@leadping/contracts/services';
import { currentTraceparent, newTraceparent, runInTrace, type LogFields } from './trace-context.ts';

export interface SpanStart {
  name: string;
  kind: 'server' | 'client' | 'producer' | 'consumer';
  /** The trace that it belongs to: that of the work at hand by default, else a new one. */
  parent?: string | undefined;
  /** The first of a new trace. */
  isRoot?: true;
  attributes?: Record<string, string | number>;
}

export interface OpenSpan {
  /** For what is called from within the span. */
  traceparent: string;
  end: (outcome?: { error?: unknown; attributes?: Record<string, string | number> }) => void;
}

/** Passes trace contexts on; where OpenTelemetry is on, it also records a span for each step. */
export interface Tracing {
  isRecording: boolean;
  start: (span: SpanStart) => OpenSpan;
  close: () => Promise<void>;
}

/** What there is without OpenTelemetry. */
export const PROPAGATION_ONLY: Tracing = {
  isRecording: false,
  start: ({ parent }) => ({
    traceparent: parent ?? currentTraceparent() ?? newTraceparent(),
    end: () => undefined,
  }),
  close: () => Promise.resolve(),
};

/** @param endpoint of an OTLP collector; OpenTelemetry is loaded only where there is one. */
export async function openTracing(service: ServiceName, endpoint: string | undefined): Promise<Tracing> {
  if (endpoint === undefined) return PROPAGATION_ONLY;
  const { openOpenTelemetry } = await import('./open-telemetry.ts');
  return openOpenTelemetry(service, endpoint);
}

/** Does `work` within a span of its own. */
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
