import { buildApp } from '@leadping/service-kit/http/app';
import { buildLog } from '@leadping/service-kit/telemetry/log';
import { buildMetrics } from '@leadping/service-kit/telemetry/metrics';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

export interface Received {
  method: string;
  url: string;
  headers: FastifyRequest['headers'];
  body: string;
  bytes: number;
}

export type Answer = (request: FastifyRequest, reply: FastifyReply) => unknown;

export interface UpstreamUnderTest {
  url: string;
  /** Received requests, oldest first. */
  received: Received[];
  /** Sets the reply to the next requests. `null` restores the usual reply. */
  answer: (answer: Answer | null) => void;
  /** Sets the reply of `/readyz`. */
  setReady: (ready: boolean) => void;
  /** Sets whether the service behaves like a process that received SIGTERM. */
  setClosing: (closing: boolean) => void;
  close: () => Promise<void>;
}

/**
 * Starts a small service behind the gateway that accepts and records every call, and replies with what it received.
 */
export async function startUpstream(port = 0): Promise<UpstreamUnderTest> {
  const received: Received[] = [];
  let answering: Answer | null = null;
  let isReady = true;
  let isClosing = false;
  const app: FastifyInstance = buildApp({
    log: buildLog({ service: 'svc-commerce', level: 'silent' }),
    metrics: buildMetrics('svc-commerce'),
    isOpen: () => !isClosing,
    readiness: () => Promise.resolve({ ready: isReady && !isClosing, checks: {} }),
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 50_000_000 }, (_request, body, done) =>
    done(null, body),
  );
  app.all('/api/*', async (request, reply) => {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    received.push({
      method: request.method,
      url: request.url,
      headers: request.headers,
      body: body.subarray(0, 1000).toString('utf8'),
      bytes: body.byteLength,
    });
    return answering ? answering(request, reply) : { collected: request.url };
  });
  const url = await app.listen({ host: '127.0.0.1', port });
  return {
    url,
    received,
    answer: (answer) => (answering = answer),
    setReady: (ready) => (isReady = ready),
    setClosing: (closing) => (isClosing = closing),
    close: async () => {
      app.server.closeAllConnections();
      await app.close();
    },
  };
}
