import { csvCell } from '@leadping/contracts/csv-cell';
import type { FastifyReply } from 'fastify';
import { Readable } from 'node:stream';

type Columns<T> = Readonly<Record<string, (row: T) => string>>;

/** Excel takes a file without it for one in the encoding of its country. */
const BYTE_ORDER_MARK = '\ufeff';
const ROWS_PER_CHUNK = 200;

/**
 * A CSV file that is written while its rows are read (RFC 4180), and the headers that go with it. A text that a
 * spreadsheet would run as a formula gets a quote in front of it.
 */
export function csvFile<T>(
  reply: FastifyReply,
  file: { name: string; columns: Columns<T>; rows: AsyncIterable<T> },
): Readable {
  void reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${file.name}"`)
    .header('cache-control', 'no-store');
  return Readable.from(csvChunks(file.columns, file.rows), { objectMode: false });
}

async function* csvChunks<T>(columns: Columns<T>, rows: AsyncIterable<T>): AsyncGenerator<string> {
  let chunk = BYTE_ORDER_MARK + csvLine(Object.keys(columns));
  let count = 0;
  for await (const row of rows) {
    chunk += csvLine(Object.values(columns).map((cellOf) => cellOf(row)));
    count += 1;
    if (count % ROWS_PER_CHUNK > 0) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}

function csvLine(cells: string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}
