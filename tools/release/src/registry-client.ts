import type { ErrorBody } from '@leadping/contracts/errors';
import * as contracts from '@leadping/contracts/gateway/release-routes';
import { ReleaseDocument } from '@leadping/contracts/release';
import type { ParsedReplyOf, CallOf, Route } from '@leadping/contracts/route';
import { setTimeout } from 'node:timers/promises';
import { ReleaseFailure } from './failures.ts';

const TIMEOUT_MS = 30_000;
const TRIES = 4;
/** Waited before a call is tried again: .5, 1 and 2 s, in which a gateway that restarts is back. */
const FIRST_WAIT_MS = 500;

interface Sent {
  params?: Record<string, string>;
  query?: object;
  body?: unknown;
}

/** The gateway's registry, by its own contracts. A call that met no gateway is tried again; none of them does harm twice. */
export function registryClient({ url, token }: { url: string; token: string }) {
  const send = async (
    method: string,
    path: string,
    body?: string | Uint8Array<ArrayBuffer>,
    type?: string,
  ): Promise<Response> => {
    const init = {
      method,
      body,
      headers: { authorization: `Bearer ${token}`, ...(type ? { 'content-type': type } : {}) },
    };
    for (let attempt = 1; ; attempt += 1) {
      try {
        const reply = await fetch(new URL(path, url), { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
        if (reply.status < 502 || attempt === TRIES) return await accepted(reply);
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
    return (route.replies[reply.status] as { parse: (value: unknown) => ParsedReplyOf<R> }).parse(
      await reply.json(),
    );
  };

  return {
    released: () => call(contracts.listReleases, {}),
    status: () => call(contracts.getReleaseStatus, {}),
    history: (query: CallOf<typeof contracts.listReleaseHistory>['query']) =>
      call(contracts.listReleaseHistory, { query }),
    /** @returns null where there is no such release. */
    findBuild: async (name: string, version: string) => {
      const route = contracts.getReleasedBuild;
      const path = route.path.replace(':app', name).replace(':version', version);
      return send(route.method, path).then(
        async (reply) => route.replies[200].parse(await reply.json()),
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
      return contracts.uploadReleaseFile.replies[200].parse(await reply.json()).isNew;
    },
    /** What a new visitor gets. */
    served: async () => ReleaseDocument.parse(await (await send('GET', '/remotes.json')).json()),
  };
}

export type RegistryClient = ReturnType<typeof registryClient>;
export type Released = ParsedReplyOf<typeof contracts.listReleases>;

async function accepted(reply: Response): Promise<Response> {
  if (reply.ok) return reply;
  const text = await reply.text();
  const body = readBody(text);
  const { status } = reply;
  throw new ReleaseFailure(body.code ?? `HTTP_${status}`, body.message ?? text.slice(0, 300), { status });
}

function readBody(text: string): Partial<ErrorBody> {
  try {
    return JSON.parse(text) as Partial<ErrorBody>;
  } catch {
    return {};
  }
}
