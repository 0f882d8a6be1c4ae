import { expect, it } from '@jest/globals';
import { endOfTurn } from '../src/proxy/end-of-turn.ts';

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

it('writes what arrived in one turn of the event loop together, in its order, once', async () => {
  const written: string[] = [];
  endOfTurn(() => written.push('first'));
  await Promise.resolve();
  endOfTurn(() => written.push('second'));
  expect(written).toEqual([]);
  await nextTurn();
  expect(written).toEqual(['first', 'second']);
  await nextTurn();
  expect(written).toHaveLength(2);
});

it('leaves what a write brings to the next turn', async () => {
  const written: string[] = [];
  endOfTurn(() => {
    written.push('first');
    endOfTurn(() => written.push('later'));
  });
  await nextTurn();
  expect(written).toEqual(['first']);
  await nextTurn();
  expect(written).toEqual(['first', 'later']);
});
