import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/**
 * The parts of `chrome.*` that are newer than a version, and the methods that did not return promises yet, from
 * Google's `chrome-types`.
 */
export interface ExtensionApis {
  newer: string[];
  callbackOnly: string[];
}

/** Storage methods return promises since Chrome 95, but `chrome-types` does not document this. */
const STORAGE_METHODS = ['get', 'set', 'remove', 'clear', 'getBytesInUse'];

/**
 * Reads the declarations line by line. Their comments name versions, and their indentation shows the namespaces.
 */
export function readExtensionApis(version: number): ExtensionApis {
  const folder = path.dirname(createRequire(import.meta.url).resolve('chrome-types/package.json'));
  const newer: string[] = [];
  const callbackOnly = ['local', 'sync', 'managed'].flatMap((area) =>
    STORAGE_METHODS.map((method) => `storage.${area}.${method}`),
  );
  const namespaces: { indent: number; name: string }[] = [];
  let comment = '';
  for (const line of readFileSync(path.join(folder, 'index.d.ts'), 'utf8').split('\n')) {
    const indent = line.length - line.trimStart().length;
    const text = line.trim();
    if (text.startsWith('/**') || text.startsWith('*')) {
      comment = text.startsWith('/**') ? text : comment + text;
      continue;
    }
    if (text === '') continue;
    if (text.startsWith('}')) {
      while ((namespaces.at(-1)?.indent ?? -1) >= indent) namespaces.pop();
      continue;
    }
    const declared = /^export (namespace|function|const|let) ([\w.]+)/.exec(text);
    const since = versionOf(comment, 'since');
    if (declared) {
      const [, kind, name = ''] = declared;
      const full = [...namespaces.map((one) => one.name), name].join('.').replace(/^chrome\./, '');
      if (since > version) newer.push(full);
      else if (kind === 'function' && versionOf(comment, 'chrome-returns-extra') > version)
        callbackOnly.push(full);
      if (kind === 'namespace') namespaces.push({ indent, name });
    }
    comment = '';
  }
  return { newer: [...new Set(newer)], callbackOnly: [...new Set(callbackOnly)] };
}

function versionOf(comment: string, tag: string): number {
  const found = new RegExp(`@${tag}(?: since)? (?:Chrome (\\d+)|Pending)`).exec(comment);
  return found ? Number(found[1] ?? Infinity) : 0;
}
