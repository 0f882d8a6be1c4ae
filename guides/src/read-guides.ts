import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { frontMatterSchema, type Guide, TOPICS } from './guide.ts';

export const GUIDES_FOLDER = path.resolve(import.meta.dirname, '../docs');

/**
 * Reads every guide of a folder, in the order of the documentation.
 * @throws if a front matter does not match `guide.ts`. The message names file and field.
 */
export function readGuides(folder = GUIDES_FOLDER): Guide[] {
  const read = readdirSync(folder)
    .filter((file) => file.endsWith('.mdx'))
    .map((file) => readGuide(file, readFileSync(path.join(folder, file), 'utf8')))
    .sort((a, b) => TOPICS.indexOf(a.topic) - TOPICS.indexOf(b.topic) || a.order - b.order);
  const hub = read.filter(({ tool }) => tool && tool.group !== 'platforms');
  const guides = read.map((guide) => ({
    ...guide,
    related: guide.related ?? hub.map(({ slug }) => slug).filter((slug) => slug !== guide.slug),
  }));
  for (const guide of guides) checkAmong(guide, guides);
  return guides;
}

function readGuide(file: string, text: string) {
  const [, front] = /^---\n(.*?)\n---\n/s.exec(text) ?? [];
  if (front === undefined) throw new Error(`guides/docs/${file}: it does not begin with a front matter`);
  let values: unknown;
  try {
    values = parse(front);
  } catch (error) {
    throw new Error(`guides/docs/${file}: the front matter is not YAML: ${(error as Error).message}`, {
      cause: error,
    });
  }
  const { success, data, error } = frontMatterSchema.safeParse(values);
  if (!success) {
    const faults = error.issues.map(
      ({ path: field, message }) => `${field.join('.') || 'front matter'}: ${message}`,
    );
    throw new Error(`guides/docs/${file}: ${faults.join('; ')}`);
  }
  const slug = path.basename(file, '.mdx');
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug))
    throw new Error(`guides/docs/${file}: its name is an address: lower case letters, digits and hyphens`);
  return { slug, ...data };
}

function checkAmong(guide: Guide, guides: readonly Guide[]): void {
  const refuse = (fault: string): never => {
    throw new Error(`guides/docs/${guide.slug}.mdx: ${fault}`);
  };
  for (const slug of guide.related) {
    if (slug === guide.slug || !guides.some((other) => other.slug === slug))
      refuse(`related: there is no other guide ${slug}`);
  }
  if (guide.related.length === 0) refuse('related: it leads nowhere');
  const before = guides.find(
    (other) => other !== guide && other.topic === guide.topic && other.order === guide.order,
  );
  if (before) refuse(`order: ${before.slug}.mdx has ${guide.order} in “${guide.topic}” too`);
  const named = guides.find((other) => other !== guide && other.title === guide.title);
  if (named) refuse(`title: ${named.slug}.mdx has the same`);
}
