import { http } from '@leadping/service-kit/http/node-http';
import { Resolver } from 'node:dns/promises';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { addressFamily, isPublicAddress } from './address.ts';
import { readTarget, type Target } from './target.ts';

export interface OutboundReply {
  /** `null` without a reply; `error` has the reason. */
  status: number | null;
  error: string | null;
  durationMs: number;
}

/** HTTP to addresses that a third party has chosen. */
export interface Outbound {
  /**
   * @param field the request field that has the URL
   * @throws {DomainError} WEBHOOK_URL_REFUSED for addresses that will never be called.
   */
  check: (url: string, field?: string) => void;
  /** Posts JSON and returns the status only. A failure is a reply too; only a refused address throws. */
  post: (url: string, body: string, headers: Record<string, string>) => Promise<OutboundReply>;
}

const TIMEOUT_MS = 15_000;
const DNS_TIMEOUT_MS = 3000;
/** Read and forgotten; a webhook receiver has no reason to say more. */
const MAX_REPLY_BYTES = 64 * 1024;

class RefusedAddress extends Error {}

export function buildOutbound(options: {
  allowLoopbackHttp: boolean;
  dnsServers: string[] | undefined;
}): Outbound {
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: 2 });
  if (options.dnsServers) resolver.setServers(options.dnsServers);
  return {
    check: (url, field) => void readTarget(url, { ...options, ...(field !== undefined && { field }) }),
    post: async (url, body, headers) => {
      const target = readTarget(url, options);
      const start = performance.now();
      const outcome = await send(resolver, target, body, headers).catch((error: unknown) => ({
        status: null,
        error: describe(error),
      }));
      return { ...outcome, durationMs: Math.round(performance.now() - start) };
    },
  };
}

async function send(
  resolver: Resolver,
  target: Target,
  body: string,
  headers: Record<string, string>,
): Promise<{ status: number; error: null }> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const addresses = await pin(resolver, target);
  const { request } = target.url.protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    const call = request(
      target.url,
      {
        method: 'POST',
        agent: false,
        signal,
        lookup: resolveTo(addresses),
        headers: {
          ...headers,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
        },
      },
      (reply) => {
        const status = reply.statusCode ?? 0;
        let read = 0;
        // Nothing of the body is kept, but its end counts: before it the receiver may still fail.
        reply.on('data', (chunk: Buffer) => {
          read += chunk.length;
          if (read > MAX_REPLY_BYTES) call.destroy(new Error('the reply is too long'));
        });
        reply.on('end', () => resolve({ status, error: null }));
        reply.on('error', reject);
        reply.on('close', () => reject(new Error('the reply broke off')));
      },
    );
    // Node.js drops an upgrade without a listener silently, and then no timeout follows.
    call.on('upgrade', (_reply, socket) => {
      socket.destroy();
      reject(new Error('the reply asks for another protocol'));
    });
    call.on('error', reject);
    call.end(body);
  });
}

/**
 * Resolves a name once; the connection is made to exactly these addresses. A second look-up could be replied to
 * differently (DNS rebinding), and one private address among public ones is enough to refuse all.
 */
async function pin(resolver: Resolver, { hostname, isLocal }: Target): Promise<string[]> {
  if (isLocal) return hostname === 'localhost' ? ['127.0.0.1'] : [hostname];
  if (addressFamily(hostname) !== null) return [hostname];
  const lookups = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const addresses = lookups.flatMap((lookup) => (lookup.status === 'fulfilled' ? lookup.value : []));
  if (addresses.length === 0) throw new Error('the name could not be resolved');
  if (!addresses.every(isPublicAddress)) {
    throw new RefusedAddress('the name leads to an address that is not on the public internet');
  }
  return addresses;
}

function resolveTo(addresses: string[]): LookupFunction {
  const pinned = addresses.map((address) => ({ address, family: addressFamily(address) ?? 4 }));
  return (_hostname, options, done) => {
    if (options.all) done(null, pinned);
    else done(null, pinned[0]?.address ?? '', pinned[0]?.family ?? 4);
  };
}

/** Says what happened without the remote side's own text. */
function describe(error: unknown): string {
  if (error instanceof RefusedAddress) return error.message;
  const { name, code, message } = error as Partial<NodeJS.ErrnoException>;
  if (name === 'AbortError' || name === 'TimeoutError') {
    return `no reply within ${TIMEOUT_MS / 1000} seconds`;
  }
  return code ?? message ?? 'failed';
}
