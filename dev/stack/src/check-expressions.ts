import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import {
  parseSync,
  type CallExpression,
  type Expression,
  type NewExpression,
  type Node,
  type SpreadElement,
  type TemplateLiteral,
} from 'oxc-parser';
import { check } from 'recheck';

const exec = promisify(execFile);

const CODE = /\.(?:tsx?|m?js)$/;
/** Tests, benchmarks and their dependencies read no untrusted input. */
const UNEXPOSED = /(?:^|\/)(?:test|e2e|bench|test-kit|film)\//;

/** `// backtracks: at most 200 characters` above an expression accepts it and names the limit of its input. */
const JUSTIFIED = /\/\/ backtracks: \S/;

/**
 * Runs sequentially, because the timeout of a search includes its time in the queue. Within it the number of steps
 * decides instead of time, so that a slow machine does not report false attacks.
 */
const SEARCH = {
  timeout: 60_000,
  randomSeed: 1,
  attackTimeout: null,
  incubationTimeout: null,
  seedingTimeout: null,
};

interface Found {
  /** Null if the expression is known only at run time. */
  source: string | null;
  flags: string;
  line: number;
}

/**
 * Regular expressions whose time grows faster than their input, as `file:line: /…/ (2nd degree polynomial, try
 * …)`. Covers each literal and each `new RegExp` of constants in the sources of all packages. Expressions built
 * from variables are listed unless a comment names their limit.
 */
export async function checkExpressions(root: string): Promise<string[]> {
  const { stdout } = await exec('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: root,
    maxBuffer: 16 * 1024 * 1024,
  });
  const files = stdout.split('\n').filter((name) => CODE.test(name) && !UNEXPOSED.test(name));
  const cache = join(root, 'node_modules/.cache/expressions.json');
  const verdicts = await readVerdicts(cache);
  const problems: string[] = [];
  for (const file of files.filter((name) => existsSync(join(root, name)))) {
    const text = await readFile(join(root, file), 'utf8');
    const lines = text.split('\n');
    const isJustified = ({ line }: Found) => JUSTIFIED.test(`${lines[line - 2]}\n${lines[line - 1]}`);
    for (const found of findExpressions(file, text).filter((each) => !isJustified(each))) {
      const shown = found.source === null ? 'built of variables' : `/${found.source}/${found.flags}`;
      const verdict = verdicts.get(shown) ?? (await weigh(found));
      verdicts.set(shown, verdict);
      if (verdict) problems.push(`${file}:${found.line}: ${shown} (${verdict})`);
    }
  }
  await mkdir(dirname(cache), { recursive: true });
  await writeFile(cache, JSON.stringify([...verdicts]));
  return problems;
}

/** The cached verdicts. The same expression always has the same verdict. */
async function readVerdicts(cache: string): Promise<Map<string, string>> {
  const text = await readFile(cache, 'utf8').catch(() => '[]');
  return new Map(JSON.parse(text) as [string, string][]);
}

/** @returns the reason why the expression is slow, empty if its time is linear */
async function weigh({ source, flags }: Found): Promise<string> {
  if (source === null) return 'nothing says what bounds it';
  const verdict = await check(source, flags, SEARCH);
  if (verdict.status === 'safe') return '';
  if (verdict.status === 'unknown') return `not known: ${verdict.error.kind}`;
  const attack = verdict.attack.string;
  const example = attack.length > 60 ? verdict.attack.pattern : JSON.stringify(attack);
  return `${verdict.complexity.summary}, try ${example}`;
}

function findExpressions(file: string, text: string): Found[] {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  // By name only. A name that is redefined in another block causes a finding for manual review.
  const constants = new Map<string, Expression>();
  const found: Found[] = [];
  const built: (NewExpression | CallExpression)[] = [];
  const add = (start: number, source: string | null, flags: string) =>
    found.push({ source, flags, line: text.slice(0, start).split('\n').length });
  walk(program, (node) => {
    if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier' && node.init) {
      constants.set(node.id.name, node.init);
    } else if (node.type === 'Literal' && 'regex' in node) {
      add(node.start, node.regex.pattern, node.regex.flags);
    } else if (node.type === 'NewExpression' || node.type === 'CallExpression') {
      if (node.callee.type === 'Identifier' && node.callee.name === 'RegExp') built.push(node);
    }
  });
  for (const { start, arguments: args } of built) {
    const [pattern, flags] = args;
    add(start, textOf(pattern, constants), (flags && textOf(flags, constants)) ?? '');
  }
  return found;
}

function walk(node: Node, visit: (node: Node) => void): void {
  visit(node);
  for (const child of Object.values(node).flat() as unknown[]) {
    if (typeof child === 'object' && child !== null && 'type' in child) walk(child as Node, visit);
  }
}

/** The text of an expression of constants, including `SOME_PATTERN.source`. Null for anything else. */
function textOf(
  node: Expression | SpreadElement | undefined,
  constants: Map<string, Expression>,
): string | null {
  switch (node?.type) {
    case 'TaggedTemplateExpression': {
      const { tag, quasi } = node;
      const isRaw =
        tag.type === 'MemberExpression' && tag.property.type === 'Identifier' && tag.property.name === 'raw';
      return isRaw ? joined(quasi, constants, 'raw') : null;
    }
    case 'TemplateLiteral':
      return joined(node, constants, 'cooked');
    case 'Literal':
      if ('regex' in node) return node.regex.pattern;
      return typeof node.value === 'string' ? node.value : null;
    case 'Identifier':
      return textOf(constants.get(node.name), constants);
    case 'MemberExpression':
      return node.property.type === 'Identifier' && node.property.name === 'source'
        ? textOf(node.object, constants)
        : null;
    case 'BinaryExpression': {
      if (node.left.type === 'PrivateIdentifier') return null;
      const [left, right] = [textOf(node.left, constants), textOf(node.right, constants)];
      return node.operator === '+' && left !== null && right !== null ? left + right : null;
    }
    case undefined:
    default:
      return null;
  }
}

function joined(
  { quasis, expressions }: TemplateLiteral,
  constants: Map<string, Expression>,
  form: 'raw' | 'cooked',
): string | null {
  let text = '';
  for (const [index, { value }] of quasis.entries()) {
    const inserted = expressions[index] ? textOf(expressions[index], constants) : '';
    if (inserted === null) return null;
    text += (value[form] ?? '') + inserted;
  }
  return text;
}
