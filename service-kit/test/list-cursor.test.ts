import { describe, expect, it } from '@jest/globals';
import { cursorAfter, readCursor } from '../src/http/list-cursor.ts';

describe('the cursor of a list', () => {
  it.each([
    [0, 'a'],
    [1_790_000_000_000, 'order:1.2_3-4'],
    [999_999_999_999_999, '0'],
  ])('leads back to the row that it was created from: %i, %s', (place, id) => {
    expect(readCursor(cursorAfter(place, id))).toEqual({ place, id });
  });

  it.each(['', '1', '1.', '.a', 'a.1', '-1.a', '1e3.a', `${'1'.repeat(16)}.a`])(
    'is refused if no page returned it: %p',
    (cursor) => {
      expect(() => readCursor(cursor)).toThrow(
        expect.objectContaining({ code: 'VALIDATION_FAILED', message: 'cursor: was not returned by a page' }),
      );
    },
  );
});
