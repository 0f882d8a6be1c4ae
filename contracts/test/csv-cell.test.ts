import { describe, expect, it } from '@jest/globals';
import { csvCell } from '../src/csv-cell.ts';

const SIGNS = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];

describe('a cell of a CSV file', () => {
  it.each([...SIGNS, '\t', '\r'])('gets a quote in front if it begins with %j', (sign) => {
    expect(csvCell(`${sign}1+1`)).toContain(`'${sign}1+1`);
  });

  it.each(['CEO;', 'CEO; ', 'CEO;\u3000', 'CEO;"', `CEO;'`, 'CEO\n', 'CEO\r\n ', 'CEO\t', ' '])(
    'starts no formula after %j, whichever character separates the cells',
    (before) => {
      for (const sign of SIGNS) {
        const pieces = csvCell(`${before}${sign}1+1`).split(/[;\t\r\n]/);
        const begins = pieces.map((piece) => piece.replace(/^["\s]+/, ''));
        expect(begins.filter((piece) => SIGNS.includes(piece.charAt(0)))).toEqual([]);
      }
    },
  );

  it('is unchanged if it is harmless, and quoted if it has a comma, a quote or a line break', () => {
    expect(csvCell('a-b; c=d')).toBe('a-b; c=d');
    expect(csvCell('a,"b"\nc')).toBe('"a,""b""\nc"');
  });
});
