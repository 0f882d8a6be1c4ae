import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import Fastify, { type FastifyInstance } from 'fastify';
import { csvFile } from '../src/http/csv-file.ts';

let app: FastifyInstance;
let names: string[] = [];

beforeAll(async () => {
  app = Fastify();
  app.get('/file', (_request, reply) =>
    csvFile(reply, { name: 'people.csv', columns: { Name: (name: string) => name }, rows: rows() }),
  );
  await app.ready();
});
afterAll(() => app.close());

async function* rows(): AsyncGenerator<string> {
  yield* names;
}

async function download(...people: string[]): Promise<Buffer> {
  names = people;
  return (await app.inject('/file')).rawPayload;
}

describe('a CSV file', () => {
  it('begins with a byte order mark, so that Excel shows José and 株式会社 correctly', async () => {
    const file = await download('José', '株式会社');
    expect([...file.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(file.subarray(3).toString()).toBe('Name\r\nJosé\r\n株式会社\r\n');
  });

  it.each([
    ['=1+1', "'=1+1"],
    ['＝1+1', "'＝1+1"],
    ['＋1', "'＋1"],
    ['－1', "'－1"],
    ['＠SUM(A1)', "'＠SUM(A1)"],
    ['Anna;=1+1;@x', "Anna;'=1+1;'@x"],
    ['Anna = 1; Ben', 'Anna = 1; Ben'],
    ['a-b@example.com', 'a-b@example.com'],
  ])('writes %s so that no spreadsheet runs it', async (text, cell) => {
    expect((await download(text)).toString()).toContain(`\r\n${cell}\r\n`);
  });
});
