import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { showToast, TOAST_REMOVE_DELAY, toastStore } from '../src/toast/toast-store.ts';
import { Toaster } from '../src/ui/toaster.tsx';

function show(title: string, options = {}) {
  let shown = { dismiss: () => {} };
  act(() => {
    shown = showToast({ title, ...options });
  });
  return shown;
}
const pass = (milliseconds: number) => act(() => jest.advanceTimersByTime(milliseconds));
const region = () => screen.getByRole('region', { name: /Notification/ });
const visible = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent);

beforeEach(() => {
  jest.useFakeTimers();
  toastStore.setState({ current: null });
  render(<Toaster />);
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

describe('a toast', () => {
  it('is shown with its title and description', () => {
    show('Saved', { description: 'All of it' });
    expect(visible()).toEqual([expect.stringContaining('SavedAll of it')]);
  });

  it('replaces the previous toast [P9.04]', () => {
    show('First');
    show('Second');
    expect(visible()).toEqual([expect.stringContaining('Second')]);
  });

  it('is visible for 5000 ms [P9.06]', () => {
    show('Saved');
    pass(4999);
    expect(visible()).toHaveLength(1);
    pass(1);
    expect(toastStore.getState().current?.open).toBe(false);
  });

  it('stays visible for the requested time', () => {
    show('Ticket', { duration: 10_000 });
    pass(9999);
    expect(toastStore.getState().current?.open).toBe(true);
    pass(1);
    expect(toastStore.getState().current?.open).toBe(false);
  });

  it('is removed 1,000,000 ms after it was dismissed [P9.05]', () => {
    const { dismiss } = show('Saved');
    act(() => dismiss());
    expect(TOAST_REMOVE_DELAY).toBe(1_000_000);
    pass(999_999);
    expect(toastStore.getState().current).toMatchObject({ title: 'Saved', open: false });
    pass(1);
    expect(toastStore.getState().current).toBeNull();
  });

  it('is dismissed by its button', () => {
    show('Saved');
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(toastStore.getState().current?.open).toBe(false);
  });

  it('stays open when an older toast is dismissed', () => {
    const { dismiss } = show('First');
    show('Second');
    act(() => dismiss());
    expect(toastStore.getState().current).toMatchObject({ title: 'Second', open: true });
  });
});

describe('a swipe', () => {
  /** Presses at 0, moves to `x`, lets go. */
  const swipe = (x: number) => {
    const item = screen.getByRole('listitem');
    item.setPointerCapture = () => undefined;
    item.hasPointerCapture = () => false;
    const at = (clientX: number) => ({ clientX, clientY: 0, button: 0, pointerId: 1, pointerType: 'touch' });
    fireEvent.pointerDown(item, at(0));
    fireEvent.pointerMove(item, at(x / 2));
    fireEvent.pointerMove(item, at(x));
    fireEvent.pointerUp(item, at(x));
  };

  it.each([
    ['51 px to the right dismisses the toast', 51, false],
    ['49 px to the right leaves the toast open', 49, true],
    ['60 px to the left leaves the toast open', -60, true],
  ])('of %s [P9.07]', (_, x, open) => {
    show('Saved');
    swipe(x);
    expect(toastStore.getState().current?.open).toBe(open);
  });
});

describe('the toast region', () => {
  it('gets the focus on F8 [P9.08]', () => {
    show('Saved');
    fireEvent.keyDown(document, { code: 'F8', key: 'F8' });
    expect(region().contains(document.activeElement)).toBe(true);
    expect(document.activeElement?.tagName).toBe('OL');
  });

  it('is at most 420px wide [P9.09]', () => {
    const style = readFileSync(new URL('../src/ui/toaster.module.css', import.meta.url), 'utf8');
    const viewport = /\.viewport \{([^}]*)\}/.exec(style)?.[1];
    expect(viewport).toContain('max-width: 420px');
    expect(region().querySelector('ol')?.className).toBe('viewport');
  });
});
