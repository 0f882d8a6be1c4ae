import path from 'node:path';
import type { Guide } from '../src/guide.ts';
import { readGuides } from '../src/read-guides.ts';
import { Code, type GuideFile, isBlank, jsx, type Node, template, textOf } from './tree.ts';

const CHECK = 'Check that it worked';
const TROUBLES = 'Troubleshooting';
/** Sections with an address that differs from their title, by title. */
const IDS: Readonly<Record<string, string>> = {
  'What you need': 'needs',
  'Before you start': 'needs',
  [CHECK]: 'check',
};

interface Part {
  id: string;
  title: string;
  step: number | undefined;
  heading: Node;
  body: Node[];
}

/**
 * Turns the text of a guide into its page: a `GuidePage` with one `Part` for each heading of the second level.
 * Requires the order of a recipe: prerequisites, steps, a check, and troubleshooting.
 */
export function shapeGuide() {
  return (tree: Node, file: GuideFile): void => {
    const guides = readGuides();
    const slug = path.basename(file.path, '.mdx');
    const guide = guides.find((other) => other.slug === slug) ?? file.fail('it is not in guides/docs');
    const parts = partsOf(tree, file);
    checkOrder(parts, file);
    const titles = new Map(guides.map((other) => [other.slug, other.title]));
    tree.children = [
      jsx(
        'GuidePage',
        { guide: new Code(pageFacts(guide, titles)) },
        parts.map(({ id, title, step, body }) =>
          jsx('Part', { id, title, step: step === undefined ? undefined : new Code(String(step)) }, [
            ...(title === TROUBLES ? troublesOf(body, file) : body),
          ]),
        ),
      ),
    ];
    tree.children = tree.children.map((node) => plain(node, titles, file));
  };
}

/** The page's facts from the front matter, as the source of an object. */
function pageFacts(
  { slug, title, summary, tool, related }: Guide,
  titles: ReadonlyMap<string, string>,
): string {
  const next = related.map((other) => ({ slug: other, title: titles.get(other) }));
  const facts = [
    `slug: ${JSON.stringify(slug)}`,
    `title: ${JSON.stringify(title)}`,
    `summary: ${template(summary)}`,
    ...(tool ? [`apiDocs: ${JSON.stringify(tool.apiDocs)}`] : []),
    `related: ${JSON.stringify(next)}`,
  ];
  return `{${facts.join(', ')}}`;
}

function partsOf({ children = [] }: Node, file: GuideFile): Part[] {
  const parts: Part[] = [];
  for (const node of children.filter((child) => !isBlank(child))) {
    const part = parts.at(-1);
    if (node.tagName === 'h2') parts.push(partOf(node));
    else if (part) part.body.push(node);
    else file.fail('the text begins with a heading, as “## What you need”', node);
  }
  const ids = parts.map(({ id }) => id);
  for (const { id, heading } of parts)
    if (ids.indexOf(id) !== ids.lastIndexOf(id)) file.fail(`two parts have the address #${id}`, heading);
  return parts;
}

/** `## Step 2: Add the webhook [#add-webhook]`: reads the step number and an optional address from the heading. */
function partOf(heading: Node): Part {
  // oxlint-disable-next-line regexp/no-super-linear-backtracking -- our own guides, at build
  const [, words = '', given] = /^(.*?)\s*(?:\[#([\w-]+)\])?$/.exec(textOf(heading).trim()) ?? [];
  const [, number, name] = /^Step (\d+): (.+)$/.exec(words) ?? [];
  const title = name ?? words;
  const id =
    given ??
    IDS[title] ??
    title
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '');
  return { id, title, step: number === undefined ? undefined : Number(number), heading, body: [] };
}

function checkOrder(parts: readonly Part[], file: GuideFile): void {
  if (parts[0]?.id !== 'needs') file.fail('the first heading is “What you need” or “Before you start”');
  const steps = parts.filter(({ step }) => step !== undefined);
  if (steps.length < 2) file.fail('it has fewer than two steps: “## Step 1: …”');
  for (const [index, { step, heading }] of steps.entries())
    if (step !== index + 1) file.fail(`this is step ${index + 1}, not ${step}`, heading);
  const last = parts.findLastIndex(({ step }) => step !== undefined);
  if (last - parts.findIndex(({ step }) => step !== undefined) + 1 !== steps.length)
    file.fail('nothing is between two steps');
  if (parts[last + 1]?.title !== CHECK) file.fail(`after the last step comes “## ${CHECK}”`);
  if (parts.at(-1)?.title !== TROUBLES) file.fail(`the last heading is “## ${TROUBLES}”`);
  for (const { body, title, heading } of parts)
    if (body.length === 0) file.fail(`“${title}” has no text`, heading);
}

/** Each heading of the third level is a problem, followed by its solution. */
function troublesOf(body: readonly Node[], file: GuideFile): Node[] {
  const troubles: Node[] = [];
  for (const node of body) {
    const answer = troubles.at(-1)?.children?.[1];
    if (node.tagName === 'h3') troubles.push(jsx('div', {}, [jsx('dt', {}, node.children), jsx('dd', {})]));
    else if (node.type === 'mdxJsxFlowElement') troubles.push(node);
    else if (answer)
      answer.children =
        node.tagName === 'p'
          ? [...(answer.children ?? []), ...(node.children ?? [])]
          : [...(answer.children ?? []), node];
    else file.fail(`“## ${TROUBLES}” has a heading “### …” for each problem`, node);
  }
  return troubles;
}

/** Compiles elements by their own names, with our links, tables and code blocks. */
function plain(node: Node, titles: ReadonlyMap<string, string>, file: GuideFile): Node {
  // oxlint-disable-next-line regexp/no-super-linear-move -- our own guides, at build
  if (node.type === 'text') return { ...node, value: (node.value ?? '').replaceAll(/\s*\n\s*/g, ' ') };
  const { tagName, properties = {} } = node;
  const code = node.children?.[0];
  if (tagName === 'pre' && code) return codeBlock(code, file);
  const children = (node.children ?? [])
    .filter((child) => !isBlank(child) || !BLOCKS.has(tagName ?? node.name ?? ''))
    .map((child) => plain(child, titles, file));
  if (tagName === undefined) return { ...node, children };
  const element = (name: string, attributes: Parameters<typeof jsx>[1] = {}, inner = children) =>
    jsx(name, attributes, inner, node.position);
  if (tagName === 'a') {
    const to = String(properties.href);
    if (!to.startsWith('/')) return element('a', { href: to });
    const named = linkTitle(to, titles, node, file);
    return element('Link', { to }, children.length > 0 ? children : [{ type: 'text', value: named }]);
  }
  if (tagName === 'table') return element('FactTable');
  if (tagName === 'tr') {
    const isHead = children.every(({ name }) => name === 'th');
    const [first, ...cells] = children;
    if (isHead || !first)
      return element(
        'tr',
        {},
        children.map((cell) => headCell(cell, 'col')),
      );
    return element('tr', {}, [headCell(first, 'row'), ...cells]);
  }
  return element(tagName);
}

/** Elements whose children must be elements. Text between them is whitespace. */
const BLOCKS = new Set(['ul', 'ol', 'table', 'thead', 'tbody', 'tr', 'GuidePage', 'Part']);

const headCell = ({ children, position }: Node, scope: string) => jsx('th', { scope }, children, position);

function linkTitle(to: string, titles: ReadonlyMap<string, string>, node: Node, file: GuideFile): string {
  const [, slug] = /^\/docs\/([^#?]+)/.exec(to) ?? [];
  if (slug !== undefined && !titles.has(slug)) file.fail(`there is no guide ${to}`, node);
  return titles.get(slug ?? '') ?? to;
}

/** A fenced code block. Its role follows the fence: ```` ```js title="In a code step" ````. */
function codeBlock(code: Node, file: GuideFile): Node {
  const [, title] = /title="([^"]+)"/.exec(String(code.data?.meta ?? '')) ?? [];
  if (!title) return file.fail('a block of code says what it is: ```js title="In a code step"', code);
  return jsx('CodeBlock', { title, code: new Code(template(textOf(code).replace(/\n$/, ''))) });
}
