import type { ErrorBody } from '@leadping/contracts/errors';
import * as contracts from '@leadping/contracts/gateway/release-routes';
import { ReleaseDocument } from '@leadping/contracts/release';
import type { ParsedReplyOf, CallOf, Route } from '@leadping/contracts/route';
import { setTimeout } from 'node:timers/promises';
import { ReleaseFailure } from './failures.ts';

const TIMEOUT_MS = 30_000;
const TRIES = 4;
/** Wait before the first retry: 0.5 s, then 1 and 2 s, enough for a gateway restart. */
const FIRST_WAIT_MS = 500;

interface Sent {
  params?: Record<string, string>;
  query?: object;
  body?: unknown;
}

/**
 * Client of the gateway's registry with its contracts. Retries calls that did not reach a gateway. All calls are safe
 * to repeat.
 */
export function registryClient({ url, token }: { url: string; token: string }) {
  const send = async (
    method: string,
    path: string,
    body?: string | Uint8Array<ArrayBuffer>,
    type?: string,
  ): Promise<Reply> => {
    const init = {
      method,
      body,
      headers: { authorization: `Bearer ${token}`, ...(type ? { 'content-type': type } : {}) },
    };
    for (let attempt = 1; ; attempt += 1) {
      try {
        const reply = await fetch(new URL(path, url), { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
        // Read the body here, so that a truncated reply counts as lost.
        const text = await reply.text();
        if (reply.status < 502 || attempt === TRIES) return accepted({ status: reply.status, text });
      } catch (error) {
        if (error instanceof ReleaseFailure) throw error;
        if (attempt === TRIES)
          throw new ReleaseFailure('UNREACHABLE', `${url} does not answer. Is GATEWAY_URL right?`, {
            cause: error,
          });
      }
      await setTimeout(FIRST_WAIT_MS * 2 ** (attempt - 1));
    }
  };
  /** @throws {ReleaseFailure} UNREACHABLE if it is not a reply of the registry */
  const read = <T>({ text }: Reply, schema: { parse: (value: unknown) => T }): T => {
    try {
      return schema.parse(JSON.parse(text));
    } catch (error) {
      throw new ReleaseFailure(
        'UNREACHABLE',
        `${url} replies, but not as the registry. Is GATEWAY_URL right?`,
        {
          cause: error,
        },
      );
    }
  };
  const call = async <R extends Route>(route: R, input: CallOf<R> & Sent): Promise<ParsedReplyOf<R>> => {
    const given = Object.entries(input.query ?? {}).map(([name, value]): [string, string] => [
      name,
      String(value),
    ]);
    const query = new URLSearchParams(given).toString();
    const body = input.body === undefined ? undefined : JSON.stringify(input.body);
    const reply = await send(
      route.method,
      query ? `${route.path}?${query}` : route.path,
      body,
      body && 'application/json',
    );
    return read(reply, route.replies[reply.status] as { parse: (value: unknown) => ParsedReplyOf<R> });
  };

  return {
    released: () => call(contracts.listReleases, {}),
    status: () => call(contracts.getReleaseStatus, {}),
    history: (query: CallOf<typeof contracts.listReleaseHistory>['query']) =>
      call(contracts.listReleaseHistory, { query }),
    /** @returns null if there is no such release. */
    findBuild: async (name: string, version: string) => {
      const route = contracts.getReleasedBuild;
      const path = route.path.replace(':app', name).replace(':version', version);
      return send(route.method, path).then(
        (reply) => read(reply, route.replies[200]),
        (error: unknown) => {
          if (error instanceof ReleaseFailure && error.code === 'NOT_FOUND') return null;
          throw error;
        },
      );
    },
    publish: (body: CallOf<typeof contracts.publishRelease>['body']) =>
      call(contracts.publishRelease, { body }),
    preview: (body: CallOf<typeof contracts.createPreview>['body']) =>
      call(contracts.createPreview, { body }),
    promote: (body: CallOf<typeof contracts.promoteRelease>['body']) =>
      call(contracts.promoteRelease, { body }),
    rollback: (body: CallOf<typeof contracts.rollbackRelease>['body']) =>
      call(contracts.rollbackRelease, { body }),
    retire: (body: CallOf<typeof contracts.retireRelease>['body']) => call(contracts.retireRelease, { body }),
    setAutomaticRollback: (body: CallOf<typeof contracts.setAutomaticRollback>['body']) =>
      call(contracts.setAutomaticRollback, { body }),
    /** @returns whether the file was missing. */
    upload: async (
      build: { name: string; version: string },
      path: string,
      content: Uint8Array<ArrayBuffer>,
    ) => {
      const { method } = contracts.uploadReleaseFile;
      const target = `/api/admin/releases/${build.name}/${build.version}/files?path=${encodeURIComponent(path)}`;
      const reply = await send(method, target, content, 'application/octet-stream');
      return read(reply, contracts.uploadReleaseFile.replies[200]).isNew;
    },
    /** The release document of a new visitor. */
    served: async () => read(await send('GET', '/remotes.json'), ReleaseDocument),
  };
}

export type RegistryClient = ReturnType<typeof registryClient>;
export type Released = ParsedReplyOf<typeof contracts.listReleases>;

interface Reply {
  status: number;
  text: string;
}

function accepted(reply: Reply): Reply {
  const { status, text } = reply;
  if (status >= 200 && status < 300) return reply;
  const body = readBody(text);
  throw new ReleaseFailure(body.code ?? `HTTP_${status}`, body.message ?? text.slice(0, 300), { status });
}

function readBody(text: string): Partial<ErrorBody> {
  try {
    return JSON.parse(text) as Partial<ErrorBody>;
  } catch {
    return {};
  }
}
