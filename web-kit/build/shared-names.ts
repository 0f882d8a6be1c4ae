import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parseSync } from 'oxc-parser';
import { packageOf, SHARES } from './shared.ts';

/** Names by shared part: `{ '@leadping/web-kit/ui/core': ['Alert', 'Modal'] }`. */
export type SharedNames = Record<string, string[]>;

const KIT = '@leadping/web-kit';
/**
 * Only the web kit needs this list. The version of React determines its exports, but the web kit's version stays the
 * same while exports are added.
 */
const KIT_SHARES: readonly string[] = SHARES.filter((share) => packageOf(share) === KIT);

const { resolve } = createRequire(import.meta.url);

/** The shell's exports in each shared part of the web kit. */
export function exportedNames(): SharedNames {
  return Object.fromEntries(
    KIT_SHARES.map((share) => {
      const file = resolve(share);
      const { staticExports } = parseSync(file, readFileSync(file, 'utf8')).module;
      const entries = staticExports.flatMap(({ entries }) => entries).filter(({ isType }) => !isType);
      return [share, entries.flatMap(({ exportName: { name } }) => name ?? []).sort()];
    }),
  );
}

/** Collects the names that a build imports from the shared parts of the web kit. */
export class ImportedNames {
  readonly #names = new Map<string, Set<string>>();

  /** @param file path on the disk; its extension determines the language */
  add(file: string, code: string): void {
    if (!code.includes(KIT)) return;
    for (const { moduleRequest, entries } of parseSync(file, code).module.staticImports) {
      if (!KIT_SHARES.includes(moduleRequest.value)) continue;
      for (const { importName, isType } of entries) {
        if (isType || !importName.name) continue;
        const names = this.#names.get(moduleRequest.value) ?? new Set();
        this.#names.set(moduleRequest.value, names.add(importName.name));
      }
    }
  }

  names(): SharedNames {
    return Object.fromEntries(
      [...this.#names].map(([share, names]): [string, string[]] => [share, [...names].sort()]).sort(),
    );
  }
}
