import bcd from '@mdn/browser-compat-data' with { type: 'json' };
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';
import { readExtensionApis } from './chrome-apis.ts';
import { readNewerApis } from './web-apis.ts';

const OLDEST = 88;

/** APIs that the code detects at runtime and replaces by a fallback. */
const DETECTED = new Set(['navigation']);

/**
 * Finds APIs in the built scripts and styles that Chrome 88 lacks. A member counts if every API with a member of
 * this name is newer, because a bundle has no types.
 * @returns one line per finding
 */
export function findNewerApis(folder: string): string[] {
  const { newer, known } = readNewerApis(OLDEST);
  const globals = new Set(newer.filter(({ where }) => where === 'global').map(({ owner }) => owner));
  const members = new Set(newer.flatMap(({ member }) => (member && !known.has(member) ? [member] : [])));
  const statics = new Set(
    newer.flatMap(({ owner, member, where }) => (where === 'static' ? [`${owner}.${member}`] : [])),
  );
  const chrome = readExtensionApis(OLDEST);
  const found: string[] = [];
  for (const file of readdirSync(folder).filter((name) => /\.(?:js|css)$/.test(name))) {
    const text = readFileSync(path.join(folder, file), 'utf8');
    const add = (what: string) => found.push(`${file}: ${what}`);
    if (file.endsWith('.css')) findNewerStyles(text).forEach(add);
    else findInScript(text, { globals, members, statics, chrome: new Set(chrome.newer) }).forEach(add);
  }
  return [...new Set(found)].sort();
}

interface Newer {
  globals: Set<string>;
  members: Set<string>;
  statics: Set<string>;
  chrome: Set<string>;
}

function findInScript(text: string, newer: Newer): string[] {
  const { program, errors } = parseSync('script.js', text, { sourceType: 'script' });
  if (errors.length > 0) return errors.map(({ message }) => message);
  const found: string[] = [];
  const { called, declared } = namesIn(program);
  for (const name of called)
    if (newer.globals.has(name) && !declared.has(name) && !DETECTED.has(name)) found.push(name);
  walk(program, (node) => {
    const { type, callee } = node;
    if (type === 'ImportExpression') found.push('import()');
    if (type === 'CallExpression' && nameOf(callee) === 'eval') found.push('eval()');
    if (type === 'NewExpression' && nameOf(callee) === 'Function') found.push('new Function()');
    if (type !== 'MemberExpression') return;
    const name = pathOf(node);
    const member = node.computed ? '' : nameOf(node.property);
    if (name.startsWith('chrome.') && newer.chrome.has(name.slice('chrome.'.length))) found.push(name);
    else if (newer.statics.has(name)) found.push(name);
    else if (newer.members.has(member) && !DETECTED.has(member)) found.push(`.${member}`);
  });
  return found;
}

/** The used part of a syntax tree node. */
interface Node {
  type: string;
  name?: string;
  computed?: boolean;
  object?: Node;
  property?: Node;
  callee?: Node;
  id?: Node | null;
  params?: Node[];
}

function walk(tree: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(tree)) {
    for (const one of tree) walk(one, visit);
    return;
  }
  if (typeof tree !== 'object' || tree === null) return;
  if (typeof (tree as Node).type === 'string') visit(tree as Node);
  for (const value of Object.values(tree)) if (typeof value === 'object') walk(value, visit);
}

const nameOf = (node: Node | null | undefined) => (node?.type === 'Identifier' ? (node.name ?? '') : '');

/** The path `a.b.c` of a member expression of plain names, without any part before a call or an index. */
function pathOf(node: Node | undefined): string {
  if (node?.type !== 'MemberExpression' || node.computed) return nameOf(node);
  return `${pathOf(node.object)}.${nameOf(node.property)}`;
}

/** The names that a script calls or constructs, and the names that it declares. */
function namesIn(program: unknown): { called: Set<string>; declared: Set<string> } {
  const called = new Set<string>();
  const declared = new Set<string>();
  walk(program, ({ type, callee, id, params = [] }) => {
    if (type === 'CallExpression' || type === 'NewExpression') called.add(nameOf(callee));
    else if (type === 'VariableDeclarator' || /Function/.test(type))
      [id, ...params].forEach((one) => declared.add(nameOf(one)));
  });
  return { called, declared };
}

interface CssNode {
  __compat?: { support?: { chrome?: unknown } };
}

/** Style features that degrade gracefully. `accent-color` only tints in browsers that support it. */
const STYLES_WITH_FALLBACK = new Set(['accent-color']);

function findNewerStyles(text: string): string[] {
  // The oldest entry counts. Later entries describe extensions of the feature.
  const isNewer = (node: CssNode | undefined) => {
    const entries = [node?.__compat?.support?.chrome ?? []].flat() as {
      version_added?: string;
      prefix?: string;
    }[];
    const versions = entries.map((entry) =>
      entry.prefix ? Infinity : Number(String(entry.version_added ?? 0).replace('≤', '')),
    );
    return versions.length > 0 && Math.min(...versions) > OLDEST;
  };
  const {
    properties,
    'at-rules': atRules,
    selectors,
  } = bcd.css as unknown as Record<string, Record<string, CssNode>>;
  const names = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name);
  return [
    ...names(/(?<=[{;\s])([a-z-]+)\s*:(?=\s)/g).filter(
      (name) => isNewer(properties?.[name]) && !STYLES_WITH_FALLBACK.has(name),
    ),
    ...names(/@([a-z-]+)/g).filter((name) => isNewer(atRules?.[name])),
    ...names(/:([a-z-]+)/g).filter((name) => isNewer(selectors?.[name])),
  ];
}
