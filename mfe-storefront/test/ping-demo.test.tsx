import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { openPart } from './open-page.tsx';

// jsdom has no canvas: the library that draws is stood in for, what is asked of it is not.
const shoot = jest.fn<(options: object) => Promise<void>>(async () => undefined);
const create = jest.fn(() => shoot);
jest.unstable_mockModule('canvas-confetti', () => ({ default: { create } }));
const { Solution } = await import('../src/features/landing/solution.tsx');
const { PingStage } = await import('../src/features/landing/ping-stage.tsx');

beforeEach(() => {
  jest.clearAllMocks();
});

afterEach(() => {
  jest.useRealTimers();
});

const details = () => screen.queryByText('Sent to "Sales CRM"');

describe('the demo of the solution', () => {
  it('is in a section that explains it, with a button labelled Ping! [P2.49] [P2.65]', async () => {
    await openPart(<Solution />);
    expect(screen.getByRole('heading', { level: 2 }).textContent).toMatch(/button/);
    expect(screen.getByRole('button').textContent).toBe('Ping!');
    expect(details()).toBeNull();
  });

  it('changes to Pinged! on a click [P2.66]', async () => {
    await openPart(<Solution />);
    fireEvent.click(screen.getByRole('button', { name: 'Ping!' }));
    expect(screen.getByRole('button', { name: 'Pinged!' })).toBeTruthy();
  });

  it('changes to Pinged! on mouse hover [P2.67]', async () => {
    const { user } = await openPart(<Solution />);
    await user.hover(screen.getByRole('button', { name: 'Ping!' }));
    expect(screen.getByRole('button', { name: 'Pinged!' })).toBeTruthy();
  });

  it('shows confetti once per press, and loads it only then [P2.68]', async () => {
    const { user } = await openPart(<Solution />);
    expect(create).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Ping!' }));
    await waitFor(() => expect(shoot).toHaveBeenCalledTimes(1));
    expect(shoot).toHaveBeenCalledWith(expect.objectContaining({ disableForReducedMotion: true }));
  });

  it('works without confetti if the confetti fails to draw', async () => {
    create.mockImplementationOnce(() => {
      throw new Error('no canvas');
    });
    await openPart(<Solution />);
    fireEvent.click(screen.getByRole('button', { name: 'Ping!' }));
    expect(await screen.findByText('Sent to "Sales CRM"')).toBeTruthy();
  });

  it('reveals the seven data points after 500 ms, but not before [P2.69]', async () => {
    await openPart(<Solution />);
    jest.useFakeTimers();
    fireEvent.click(screen.getByRole('button', { name: 'Ping!' }));
    act(() => jest.advanceTimersByTime(499));
    expect(details()).toBeNull();
    act(() => jest.advanceTimersByTime(1));
    expect(details()).not.toBeNull();
    expect(screen.getAllByRole('term')).toHaveLength(7);
  });

  it('can be restarted', async () => {
    const { user } = await openPart(<Solution />);
    await user.click(screen.getByRole('button', { name: 'Ping!' }));
    await user.click(await screen.findByRole('button', { name: 'Start over' }));
    expect(screen.getByRole('button', { name: 'Ping!' })).toBeTruthy();
    expect(details()).toBeNull();
  });
});

describe('the profile card of the hero', () => {
  it('fills CRM, sheet and webhook with all seven data points', async () => {
    const { user, container } = await openPart(<PingStage />);
    const values = () =>
      [...container.querySelectorAll('[data-target]')].map((cell) => cell.textContent?.trim());
    expect(new Set(values())).toEqual(new Set(['']));
    await user.click(screen.getByRole('button', { name: 'Ping! this profile' }));
    await screen.findByRole('button', { name: 'Pinged! (press to ping again)' });
    expect(values()).toHaveLength(21);
    expect(values().filter((value) => value === 'Maya Lindqvist')).toHaveLength(2);
    expect(values()).toContain('"maya@northbeam.example"');
  });

  it('fills them immediately with reduced motion', async () => {
    const asked = jest.spyOn(window, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList);
    await openPart(<PingStage />);
    fireEvent.click(screen.getByRole('button', { name: 'Ping! this profile' }));
    expect(screen.getByRole('button', { name: 'Pinged! (press to ping again)' })).toBeTruthy();
    asked.mockRestore();
  });
});
