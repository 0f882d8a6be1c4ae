import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A received span and the process that recorded it. */
export interface CollectedSpan {
  service: string;
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId: string;
  /** Milliseconds since 1970. */
  startedAt: number;
}

interface ExportRequest {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue?: string } }[] };
    scopeSpans: {
      spans: (Pick<CollectedSpan, 'name' | 'traceId' | 'spanId'> & {
        parentSpanId?: string;
        startTimeUnixNano: string;
      })[];
    }[];
  }[];
}

/** A minimal OTLP collector: accepts traces as JSON at `/v1/traces` and lists all at `/spans`. */
export async function startOtlpCollector(): Promise<{ url: string; stop: () => void }> {
  const collected: CollectedSpan[] = [];
  const server = createServer((request, response) => {
    if (request.method === 'GET') return void response.end(JSON.stringify(collected));
    void readJson<ExportRequest>(request).then((body) => {
      collected.push(...spansOf(body));
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function spansOf({ resourceSpans }: ExportRequest): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const name = resource.attributes.find(({ key }) => key === 'service.name');
    return scopeSpans.flatMap(({ spans }) =>
      spans.map(({ startTimeUnixNano, parentSpanId = '', ...span }) => ({
        name: span.name,
        traceId: span.traceId,
        spanId: span.spanId,
        parentSpanId,
        service: name?.value.stringValue ?? '',
        startedAt: Number(BigInt(startTimeUnixNano) / 1_000_000n),
      })),
    );
  });
}

async function readJson<T>(request: IncomingMessage): Promise<T> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString('utf8')) as T;
}
