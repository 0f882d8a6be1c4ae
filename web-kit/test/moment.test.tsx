import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { act, cleanup, render, screen } from '@testing-library/react';
import { Profiler } from 'react';
import { Moment } from '../src/dashboard/moment.tsx';
import { TooltipProvider } from '../src/ui/tooltip.tsx';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const ago = (milliseconds: number) => new Date(Date.now() - milliseconds).toISOString();
const pass = (milliseconds: number) => act(() => jest.advanceTimersByTime(milliseconds));
const texts = () => screen.getAllByRole('time').map(({ textContent }) => textContent);

beforeEach(() => {
  jest.useFakeTimers({ now: Date.parse('2026-11-22T12:00:00.000Z') });
});

afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

it('a relative time updates without other changes', () => {
  render(<Moment at={ago(0)} />);
  expect(texts()).toEqual(['just now']);
  pass(MINUTE);
  expect(texts()).toEqual(['1 minute ago']);
  pass(2 * HOUR);
  expect(texts()).toEqual(['2 hours ago']);
});

it('after a minute, only the relative times whose text changes are rerendered', () => {
  const drawn = jest.fn();
  render(
    <TooltipProvider>
      {[0, 5 * HOUR, 50 * HOUR].map((age) => (
        <Profiler key={age} id={`${age}`} onRender={drawn}>
          <Moment at={ago(age)} />
        </Profiler>
      ))}
    </TooltipProvider>,
  );
  drawn.mockClear();
  pass(MINUTE);
  expect(texts()).toEqual(['1 minute ago', '5 hours ago', '2 days ago']);
  expect(drawn.mock.calls.map(([id, phase]) => [id, phase])).toEqual([['0', 'update']]);
});

it('all relative times share one clock, which stops with the last of them', () => {
  const moments = (ids: number[]) => ids.map((id) => <Moment key={id} at={ago(0)} />);
  const { rerender } = render(moments([1, 2, 3]));
  expect(jest.getTimerCount()).toBe(1);
  rerender(moments([3]));
  expect(jest.getTimerCount()).toBe(1);
  rerender(null);
  expect(jest.getTimerCount()).toBe(0);
});
