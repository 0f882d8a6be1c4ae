import { erasureRequested } from '@leadping/contracts/support/privacy-events';
import { expect, it } from '@jest/globals';
import { ROOT } from '@leadping/dev-stack/root';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readersOfToday } from './readers.ts';

/** The subjects of each row in the table of events, and the text of its second cell. */
async function rowsOfMap(): Promise<{ subjects: string[]; text: string }[]> {
  const page = await readFile(join(ROOT, 'docs/architecture.md'), 'utf8');
  const table = page.split('## Events')[1]?.split('\n## ')[0] ?? '';
  return table
    .split('\n')
    .filter((line) => line.startsWith('| `') && !line.includes('(broadcast'))
    .map((line) => {
      const [, events = '', text = ''] = line.split('|');
      const names = [...events.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
      // `.refunded` after `commerce.order.paid` means `commerce.order.refunded`.
      const begin = names[0]?.slice(0, names[0].lastIndexOf('.')) ?? '';
      return { subjects: names.map((name) => (name.startsWith('.') ? begin + name : name)), text };
    });
}

const anyProducer = (subject: string) => subject.replace(/^[a-z]+/, '*');

it('the table of events lists only events that are consumed', async () => {
  const read = new Set(readersOfToday().flatMap(({ event: { subject } }) => [subject, anyProducer(subject)]));
  // Every service consumes it in `servePrivacy` of the service-kit.
  read.add(erasureRequested.subject);
  const subjects = (await rowsOfMap()).flatMap((row) => row.subjects);
  expect(subjects.filter((subject) => !read.has(subject))).toEqual([]);
  expect(subjects.length).toBeGreaterThan(20);
});

it('the table of events lists every current consumer', async () => {
  const rows = await rowsOfMap();
  const missing = readersOfToday().flatMap(({ service, event: { subject } }) => {
    const name = service.replace('svc-', '');
    const isThere = rows.some(
      ({ subjects, text }) =>
        (subjects.includes(subject) || subjects.includes(anyProducer(subject))) && text.includes(name),
    );
    return isThere ? [] : [`${subject}: ${name}`];
  });
  expect([...new Set(missing)]).toEqual([]);
});
