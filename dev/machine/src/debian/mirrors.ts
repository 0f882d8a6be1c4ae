import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

interface Source {
  uri: string;
  suite: string;
  components: string[];
}

const debianSuites =
  /^(bullseye|bookworm|trixie|forky|duke|sid|oldoldstable|oldstable|stable|testing|unstable)(-updates|-backports)?\/?$/;

/** `deb [options] uri suite component...`, one source per line. */
function readOneLineSources(text: string): Source[] {
  return text.split('\n').flatMap((line) => {
    const match = /^\s*deb\s+(?:\[[^\]]*\]\s+)?(\S+)\s+(\S+)\s*([^#]*)/.exec(line);
    return match?.[1] && match[2]
      ? [{ uri: match[1], suite: match[2], components: (match[3] ?? '').split(/\s+/).filter(Boolean) }]
      : [];
  });
}

/** Stanzas of `Field: value`, with folded lines. Every URI of a stanza serves every suite of it. */
function readDeb822Sources(text: string): Source[] {
  const withoutComments = text.replace(/^#.*\n?/gm, '');
  return withoutComments.split(/\n\s*\n/).flatMap((stanza) => {
    const fields = new Map<string, string[]>();
    for (const [, name, value] of stanza.matchAll(/^([A-Za-z-]+):((?:.*)(?:\n[ \t].*)*)/gm)) {
      if (name) fields.set(name.toLowerCase(), (value ?? '').split(/\s+/).filter(Boolean));
    }
    if (fields.get('enabled')?.[0] === 'no' || !fields.get('types')?.includes('deb')) return [];
    const components = fields.get('components') ?? [];
    return (fields.get('uris') ?? []).flatMap((uri) =>
      (fields.get('suites') ?? []).map((suite) => ({ uri, suite, components })),
    );
  });
}

async function readSources(aptFolder: string): Promise<Source[]> {
  const parts = join(aptFolder, 'sources.list.d');
  const names = await readdir(parts).catch(() => []);
  const files = [join(aptFolder, 'sources.list'), ...names.map((name) => join(parts, name))];
  const sources = await Promise.all(
    files.map(async (file) => {
      const text = await readFile(file, 'utf8').catch(() => '');
      if (file.endsWith('.sources')) return readDeb822Sources(text);
      return file.endsWith('.list') ? readOneLineSources(text) : [];
    }),
  );
  return sources.flat();
}

/**
 * This machine's Debian mirrors according to its apt sources, the most likely first. Excludes archives of security
 * fixes, frozen snapshots and other vendors, because they carry no later suites.
 */
export async function findDebianMirrors(aptFolder = '/etc/apt'): Promise<string[]> {
  const mirrors = (await readSources(aptFolder))
    .filter(({ uri, suite, components }) => {
      const isReachable = /^https?:\/\//.test(uri) && !/security|snapshot/.test(uri);
      return isReachable && debianSuites.test(suite) && components.includes('main');
    })
    // oxlint-disable-next-line regexp/no-super-linear-move -- this machine's own list of sources
    .map(({ uri }) => uri.replace(/\/+$/, ''))
    .sort((a, b) => Number(b.endsWith('/debian')) - Number(a.endsWith('/debian')));
  return [...new Set(mirrors)];
}
