import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parseSync } from 'oxc-parser';

const exec = promisify(execFile);

/** Constructions that readers have to read twice (docs/glossary.md shows how to rephrase them). */
const PATTERNS: readonly [kind: string, pattern: RegExp][] = [
  [
    'relative clause as subject',
    /^(?:What|Who|Whoever|Whatever|Whichever|Those (?:that|who|which)|One (?:that|which|who))\b/,
  ],
  [
    'inverted opening',
    /^(?:Of|By) (?:an?|the|each|all|every|one|those|these)\b|^So (?:old|long|many|often|late|far|much|few|soon) /,
  ],
  [
    'idiom',
    /\b(?:is none|are none|stands? for itself|is had|kept from|of before|says? so|is looked at|looks? at it again|anew|nobody's|is meant for|the one that is there|which is why it is|in vain|lately|hitherto|whatever comes of)\b/,
  ],
  ['idiom', /\bso (?:many|long|often|late|much|far) (?:a|an|as|it|the|seconds|days|of)\b/],
];

/** Maximum share of such sentences in the comments of a package. Every package may have one. */
const MAX_SHARE = 0.02;

const CODE = /\.(?:tsx?|mjs|cjs)$/;
/** Pages of other authors, and generated files. */
const EXEMPT = /(?:^|\/)fixtures\/|^contracts\/src\/endpoints/;

interface Sentence {
  text: string;
  line: number;
}

interface Prose {
  sentences: number;
  problems: string[];
}

/** Sentences in comments that are hard to read, as `file:line: kind: sentence`, of each package with too many. */
export async function checkProse(root: string): Promise<string[]> {
  const { stdout } = await exec('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: root,
    maxBuffer: 16 * 1024 * 1024,
  });
  const files = stdout.split('\n').filter((name) => CODE.test(name) && !EXEMPT.test(name));
  const packages = new Map<string, Prose>();
  for (const file of files.filter((name) => existsSync(join(root, name)))) {
    const name = packageOf(file);
    const prose = packages.get(name) ?? { sentences: 0, problems: [] };
    packages.set(name, prose);
    for (const { text, line } of sentencesIn(file, await readFile(join(root, file), 'utf8'))) {
      prose.sentences += 1;
      const kind = kindOf(text);
      if (kind !== undefined) prose.problems.push(`${file}:${line}: ${kind}: ${text}`);
    }
  }
  return [...packages].flatMap(([name, { sentences, problems }]) => {
    const most = Math.max(1, Math.floor(sentences * MAX_SHARE));
    if (problems.length <= most) return [];
    return [`${name}: ${problems.length} of ${sentences} sentences, at most ${most}`, ...problems];
  });
}

/** The folder of a file's package. `dev` and `tools` contain several packages. */
function packageOf(file: string): string {
  const folders = file.split('/').slice(0, -1);
  return folders.slice(0, folders[0] === 'dev' || folders[0] === 'tools' ? 2 : 1).join('/') || '.';
}

function kindOf(sentence: string): string | undefined {
  return PATTERNS.find(
    ([kind, pattern]) => pattern.test(sentence) && !(kind.startsWith('relative') && sentence.endsWith('?')),
  )?.[0];
}

/** The sentences of all comments. Line comments without code between them are one text. */
function sentencesIn(file: string, code: string): Sentence[] {
  const texts: { text: string; start: number; end: number; isLine: boolean }[] = [];
  for (const { type, value, start, end } of parseSync(file, code).comments) {
    const last = texts.at(-1);
    const isLine = type === 'Line';
    if (last?.isLine && isLine && code.slice(last.end, start).trim() === '') {
      last.text += `\n${value}`;
      last.end = end;
    } else texts.push({ text: value, start, end, isLine });
  }
  return texts.flatMap(({ text, start }) => {
    const line = code.slice(0, start).split('\n').length;
    return splitSentences(text).map((sentence) => ({ text: sentence, line }));
  });
}

/** Splits at `.`, `!` and `?`, and drops tags such as `@param name`. */
function splitSentences(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.replace(/^[\s*]+/, '').trim())
    .join(' ')
    .split(/(?<=[.!?]) (?=[A-Z`@])| (?=@(?:param|returns?|throws)\b)/)
    .map((sentence) => sentence.replace(/^@(?:param \S+|returns?) ?/, '').trim())
    .filter((sentence) => sentence.length >= 8);
}
