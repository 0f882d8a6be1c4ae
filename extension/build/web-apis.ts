import bcd from '@mdn/browser-compat-data' with { type: 'json' };

/** A web or language API that is newer than a version of Chrome, according to MDN's data. */
export interface NewerApi {
  owner: string;
  /** Empty for the owner itself. */
  member: string;
  where: 'global' | 'prototype' | 'static' | 'either';
}

interface Compat {
  __compat?: { support?: { chrome?: unknown } };
  [member: string]: unknown;
}

const TREES = { api: bcd.api as unknown as Compat, builtins: bcd.javascript.builtins as unknown as Compat };

/** The version of Chrome that introduced it. Null if the data does not state it. */
function since(node: unknown): number | null {
  const chrome = [(node as Compat).__compat?.support?.chrome].flat()[0] as
    { version_added?: unknown } | undefined;
  const added = chrome?.version_added;
  if (added === 'preview') return Infinity;
  return typeof added === 'string' ? Number(added.replace('≤', '')) : null;
}

export function readNewerApis(version: number): { newer: NewerApi[]; known: Set<string> } {
  const newer: NewerApi[] = [];
  const known = new Set<string>();
  for (const [tree, owners] of Object.entries(TREES)) {
    for (const [owner, node] of Object.entries(owners)) {
      if (owner === '__compat') continue;
      const whole = since(node);
      if (whole !== null && whole > version) {
        newer.push({ owner, member: '', where: 'global' });
        continue;
      }
      known.add(owner);
      for (const [key, value] of Object.entries(node as Compat)) {
        if (key === '__compat' || key === owner) continue;
        const member = key.endsWith('_static')
          ? key.slice(0, -7)
          : key.endsWith('_event')
            ? `on${key.slice(0, -6)}`
            : key;
        const added = since(value);
        if (added === null || added <= version) {
          known.add(member);
          continue;
        }
        const where = key.endsWith('_static') ? 'static' : tree === 'api' ? 'prototype' : 'either';
        newer.push({ owner, member, where });
      }
    }
  }
  return { newer, known };
}
