import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readExtensionApis } from './chrome-apis.ts';
import { readNewerApis } from './web-apis.ts';

const OLDEST = 88;
/** The first Chrome version that can request host permissions at runtime. */
const OPTIONAL_HOSTS = 102;

/**
 * Copies a built extension and prepends code to each script that removes the APIs and promises that Chrome 88
 * lacks. Such an old browser is no longer available, so the same tests run on this copy.
 */
export function ageExtension(folder: string, output: string): void {
  const { newer } = readNewerApis(OLDEST);
  const chrome = readExtensionApis(OLDEST);
  const data = JSON.stringify({
    newer: newer.map(({ owner, member, where }) => [owner, member, where]),
    ...rename(chrome),
  });
  const script = `(${takeAway.toString()})(${data});\n`;
  rmSync(output, { recursive: true, force: true });
  cpSync(folder, output, { recursive: true });
  for (const name of readdirSync(output).filter((file) => file.endsWith('.js'))) {
    writeFileSync(path.join(output, name), script + readFileSync(path.join(folder, name), 'utf8'));
  }
  const file = path.join(output, 'manifest.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  if (OLDEST < OPTIONAL_HOSTS) delete manifest.optional_host_permissions;
  writeFileSync(file, JSON.stringify(manifest));
}

const rename = ({ newer, callbackOnly }: ReturnType<typeof readExtensionApis>) => ({
  newerOfChrome: newer,
  callbackOnly,
});

interface Data {
  newer: [owner: string, member: string, where: string][];
  newerOfChrome: string[];
  callbackOnly: string[];
}

type Holder = Record<string, unknown>;

/** Runs in the browser as text, so it must not use anything from outside. */
function takeAway({ newer, newerOfChrome, callbackOnly }: Data): void {
  const scope = globalThis as unknown as Holder;
  let count = 0;
  const drop = (owner: unknown, key: string) => {
    if (owner === null || owner === undefined || !Object.prototype.hasOwnProperty.call(owner, key)) return;
    try {
      if (Reflect.deleteProperty(owner as Holder, key)) count += 1;
    } catch {
      // Non-configurable members stay.
    }
  };
  for (const [owner, member, where] of newer) {
    if (where === 'global') {
      drop(scope, owner);
      continue;
    }
    const holder = scope[owner] as { prototype?: unknown } | undefined;
    if (where !== 'static') drop(holder?.prototype, member);
    if (where !== 'prototype') drop(holder, member);
    if (['Window', 'WorkerGlobalScope', 'ServiceWorkerGlobalScope'].includes(owner)) drop(scope, member);
  }
  const find = (dotted: string): [Holder | undefined, string] => {
    const parts = dotted.split('.');
    const last = parts.pop() ?? '';
    let at = scope.chrome as Holder | undefined;
    for (const part of parts) at = at?.[part] as Holder | undefined;
    return [at, last];
  };
  for (const dotted of newerOfChrome) {
    const [at, key] = find(dotted);
    if (at && key in at) drop(at, key);
  }
  for (const dotted of callbackOnly) {
    const [at, key] = find(dotted);
    const real = at?.[key];
    if (!at || typeof real !== 'function') continue;
    at[key] = (...args: unknown[]) => {
      const result = real.apply(at, args) as { catch?: (on: () => void) => void } | undefined;
      // Old versions returned no promise.
      if (typeof args[args.length - 1] !== 'function') result?.catch?.(() => {});
    };
  }
  const { subtle } = crypto;
  const refuse = () => Promise.reject(new DOMException('Unrecognized name.', 'NotSupportedError'));
  for (const key of ['importKey', 'sign', 'generateKey'] as const) {
    const real = subtle?.[key] as ((...args: unknown[]) => unknown) | undefined;
    if (!real) continue;
    Object.defineProperty(Object.getPrototypeOf(subtle), key, {
      configurable: true,
      value: (...args: unknown[]) =>
        args.some((arg) => arg === 'Ed25519') ? refuse() : real.apply(subtle, args),
    });
  }
  scope.agedBy = count;
}
