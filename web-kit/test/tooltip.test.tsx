import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Tooltip, TooltipProvider } from '../src/ui/tooltip.tsx';

const pass = (milliseconds: number) => act(() => jest.advanceTimersByTime(milliseconds));
const at = (clientX: number) => ({ clientX, clientY: 0, pointerType: 'mouse' });
const enter = (name: string) => fireEvent.pointerMove(screen.getByRole('button', { name }), at(5));
/** Out of the button, and out of the way from it to its tooltip. */
const leave = (name: string) => {
  fireEvent.pointerLeave(screen.getByRole('button', { name }), at(5));
  fireEvent.pointerMove(document.body, at(900));
};
const tips = () => screen.queryAllByRole('tooltip').map(({ textContent }) => textContent);

beforeEach(() => {
  jest.useFakeTimers();
  render(
    <TooltipProvider>
      <Tooltip text="Copies the key">
        <button>Copy</button>
      </Tooltip>
      <Tooltip text="Ends the license">
        <button>Deactivate</button>
      </Tooltip>
    </TooltipProvider>,
  );
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

describe('a tooltip', () => {
  it('opens after 700 ms [P9.10]', () => {
    enter('Copy');
    pass(699);
    expect(tips()).toEqual([]);
    pass(1);
    expect(tips()).toEqual(['Copies the key']);
  });

  it('opens at once within 300 ms of another [P9.11]', () => {
    enter('Copy');
    pass(700);
    leave('Copy');
    pass(299);
    enter('Deactivate');
    expect(tips()).toEqual(['Ends the license']);
  });

  it('waits again after 300 ms [P9.11]', () => {
    enter('Copy');
    pass(700);
    leave('Copy');
    pass(301);
    enter('Deactivate');
    expect(tips()).toEqual([]);
    pass(700);
    expect(tips()).toEqual(['Ends the license']);
  });
});
