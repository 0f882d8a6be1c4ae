import { newTraceparent, runInTrace, TRACE_HEADER } from '@leadping/service-kit/telemetry/trace-context';
import type { OpenSpan, Tracing } from '@leadping/service-kit/telemetry/tracing';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * Starts the trace of each request. A client's trace context is dropped, because traces would mix. Services receive
 * the new one.
 */
export function traceRequests(app: FastifyInstance, tracing: Tracing): void {
  const spans = new WeakMap<FastifyRequest, OpenSpan>();
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request.raw;
    if (headers.tracestate !== undefined) delete headers.tracestate;
    if (!tracing.isRecording) {
      headers[TRACE_HEADER] = newTraceparent(request.id);
      return done();
    }
    const name = `${request.method} ${request.routeOptions.url ?? 'page'}`;
    const span = tracing.start({ name, kind: 'server', isRoot: true });
    spans.set(request, span);
    headers[TRACE_HEADER] = span.traceparent;
    return runInTrace(span.traceparent, done);
  });
  if (!tracing.isRecording) return;
  app.addHook('onResponse', (request, reply, done) => {
    spans.get(request)?.end({ attributes: { 'http.response.status_code': reply.statusCode } });
    done();
  });
}
