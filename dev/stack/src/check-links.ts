import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const exec = promisify(execFile);
/** `[text](target)` and `![alt](target)`, without titles. */
const LINK = /\]\(([^)\s]+)\)/g;
/** A test that a document names as its proof: a link to its file, then its title as the file has it. */
const PROOF = /\]\(([^)\s]+\.(?:test|spec)\.tsx?)\): “([^”]+)”/g;

/**
 * Broken relative links in the checkout's Markdown, and tests that their file does not contain, as `file: target`.
 */
export async function checkLinks(root: string): Promise<string[]> {
  const { stdout } = await exec('git', ['ls-files', '-co', '--exclude-standard', '*.md'], { cwd: root });
  const broken: string[] = [];
  for (const file of stdout.split('\n').filter((name) => name && existsSync(join(root, name)))) {
    const text = await readFile(join(root, file), 'utf8');
    for (const [, target = ''] of withoutCode(text).matchAll(LINK)) {
      if (/^[a-z]+:/.test(target)) continue;
      const [path = '', anchor] = target.split('#');
      const linked = path ? join(root, dirname(file), path) : join(root, file);
      if (!existsSync(linked)) broken.push(`${file}: ${target}`);
      else if (anchor && linked.endsWith('.md') && !anchorsOf(await readFile(linked, 'utf8')).has(anchor)) {
        broken.push(`${file}: ${target} (no such heading)`);
      }
    }
    for (const [, path = '', title = ''] of text.matchAll(PROOF)) {
      const proof = join(root, dirname(file), path);
      if (existsSync(proof) && !(await readFile(proof, 'utf8')).includes(title)) {
        broken.push(`${file}: ${path} (no test “${title}”)`);
      }
    }
  }
  return broken;
}

function withoutCode(text: string): string {
  return text.replace(/```[\s\S]*?```/g, '').replace(/`[^`\n]*`/g, '');
}

/** The anchors of headings: lower case, no punctuation, hyphens for spaces. */
function anchorsOf(text: string): Set<string> {
  // oxlint-disable-next-line regexp/no-super-linear-backtracking -- our own documents
  const headings = text.matchAll(/^#{1,6}\s+(.+)$/gm);
  return new Set(
    [...headings].map(([, title = '']) =>
      title
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .trim()
        .replace(/\s/g, '-'),
    ),
  );
}
