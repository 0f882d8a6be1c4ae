import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const exec = promisify(execFile);

/** Words to avoid and their replacements (docs/glossary.md). */
const WORDS: readonly [pattern: RegExp, instead: string][] = [
  [/\b(told|tellings|timesTold)\b/i, 'published, notified, shown, reported, given'],
  [
    /\btell(s|ing)? (of|again|analytics|the (customer|admins?|operators|provider))\b/i,
    'publish, describe, notify, track',
  ],
  [/heard|hears|\bhear\(/i, 'received, consumed'],
  [/\bneighbours?\b/i, 'fake service, adjacent'],
  [/\b(registerRefusals|sendRefusal|refusalOf)\b/, 'error reply'],
  [/\bunless (said|told)\b/i, 'by default'],
  [/\bstands? (in|on) (the|a|its|this|our)\b/i, 'is in, is on'],
  [/\bgoes on\b/i, 'continues'],
  [/\b(is|was|are) over\b/i, 'has ended'],
  [/\bthere yet\b/i, 'available'],
  [/\b(taken|takes) over\b/i, 'hydrated, replaced, acquired'],
  [/\bseen to\b/i, 'handled'],
  [/\b(MOST|LONGEST|SHORTEST)_[A-Z]|\w_AT_ONCE\b/, 'MAX_…, MIN_…, …_CONCURRENCY'],
  [/\b(ANSWER|PATIENCE)_[A-Z]|\bno answer within\b|\banswers? (200|401|404)\b/, 'request, reply, timeout'],
  [
    /\b(dueAt|nextTry|tellAgainAt|askProvider|PostOffice|GuessGuard|dealSlot|takeBack|Shelf)\b/,
    'see docs/glossary.md',
  ],
  [/\bquestion(s)? (from|to|of) (one|another|a) service\b/i, 'request'],
  [/\be-mail/i, 'email'],
  [/\bSlotPool\b|\bdeck\b|\bdealt? slots?\b/i, 'pool, bucket'],
  [/colour|behaviour|\bcentre|summaris|sanitis|recognis|catalogue/i, 'US spelling'],
];

/** Specified texts, profile pages from other authors, and this list. */
const EXEMPT =
  /^(docs\/(specification|readings)\.tsv|docs\/glossary\.md|dev\/stack\/(src\/check-words|test\/check-words\.test)\.ts|package-lock\.json|extension\/test\/fixtures\/pages\/.*)$/;
const TEXT = /\.(tsx?|mdx|mjs|js|md|html|css|yml|template)$/;

/** Every use of a listed word in the checkout, as `file:line: word (use …)`. */
export async function checkWords(root: string): Promise<string[]> {
  const { stdout } = await exec('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: root,
    maxBuffer: 16 * 1024 * 1024,
  });
  const files = stdout.split('\n').filter((name) => TEXT.test(name) && !EXEMPT.test(name));
  const found: string[] = [];
  for (const file of files.filter((name) => existsSync(join(root, name)))) {
    const lines = (await readFile(join(root, file), 'utf8')).split('\n');
    for (const [index, line] of lines.entries()) {
      for (const [pattern, instead] of WORDS) {
        const [word] = pattern.exec(line) ?? [];
        if (word) found.push(`${file}:${index + 1}: “${word}” (use ${instead})`);
      }
    }
  }
  return found;
}
