import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Store } from '../store.ts';
import { sectionsShowing, type SectionName } from './sections.ts';

const GATHER_MS = 150;

/** Streams the names of changed sections as server-sent events, in small batches. */
export function streamChanges(store: Store, request: FastifyRequest, reply: FastifyReply): void {
  reply.hijack();
  reply.raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  reply.raw.write(': connected\n\n');

  const changed = new Set<SectionName>();
  let timer: NodeJS.Timeout | undefined;
  const tell = () => {
    timer = undefined;
    for (const name of changed) reply.raw.write(`data: ${name}\n\n`);
    changed.clear();
  };
  const onChange = (collection: string) => {
    for (const name of sectionsShowing(collection)) changed.add(name);
    if (changed.size > 0) timer ??= setTimeout(tell, GATHER_MS);
  };
  store.changes.on('change', onChange);
  request.raw.on('close', () => {
    store.changes.off('change', onChange);
    clearTimeout(timer);
  });
}
