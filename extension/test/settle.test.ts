import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { settleProfile } from '../src/button/settle.ts';
import { EMPTY_LEAD, SAMPLE_LEAD, type Lead } from '../src/capture/lead.ts';

/** The lead on the page. */
let shown: Lead;

beforeEach(() => {
  jest.useFakeTimers();
  shown = SAMPLE_LEAD;
});
afterEach(() => {
  jest.useRealTimers();
});

const settle = () => settleProfile(() => ({ ...shown }));
const pass = (ms: number) => jest.advanceTimersByTime(ms);

/** The result of a wait that begins now, and how long it takes in ms. */
async function waitFor(settling = settle()): Promise<[lead: Lead | null, ms: number]> {
  const begin = performance.now();
  let result: [Lead | null, number] | undefined;
  void settling.wait().then((lead) => (result = [lead, performance.now() - begin]));
  while (!result) await jest.advanceTimersByTimeAsync(1);
  return result;
}

describe('a profile', () => {
  it('is ready at the second equal read 300 ms after the first, and not at 299 ms', () => {
    const { read } = settle();
    expect(read()).toBeNull();
    pass(299);
    expect(read()).toBeNull();
    pass(1);
    expect(read()).toEqual(SAMPLE_LEAD);
  });

  it.each([
    ['fullName', 'Otto Berg'],
    ['jobTitle', 'Driver'],
    ['company', 'Fjordsoft'],
    ['location', 'Bergen, Norway'],
    ['connections', 7],
    ['profileUrl', 'https://www.linkedin.com/in/otto-berg'],
  ] as const)('is ready 300 ms after the last change of %s', (field, value) => {
    const { read } = settle();
    read();
    pass(299);
    shown = { ...SAMPLE_LEAD, [field]: value };
    expect(read()).toBeNull();
    pass(299);
    expect(read()).toBeNull();
    pass(1);
    expect(read()).toEqual(shown);
  });

  it('stays ready while only the email arrives, which names its person itself', () => {
    const { read } = settle();
    shown = { ...SAMPLE_LEAD, email: null };
    read();
    pass(300);
    shown = SAMPLE_LEAD;
    expect(read()).toEqual(SAMPLE_LEAD);
  });

  it('is not ready without a name, however long the other fields stay', () => {
    const { read } = settle();
    shown = { ...SAMPLE_LEAD, fullName: '' };
    read();
    pass(60_000);
    expect(read()).toBeNull();
  });

  it('is ready with a name and one other field after 300 ms, and with a name alone after 6 s', () => {
    const { read } = settle();
    shown = { ...EMPTY_LEAD, fullName: 'Maya Lindqvist', connections: 0 };
    read();
    pass(300);
    expect(read()).toEqual(shown);
    shown = { ...shown, connections: null };
    read();
    pass(5999);
    expect(read()).toBeNull();
    pass(1);
    expect(read()).toEqual(shown);
  });
});

describe('a press', () => {
  it('waits for a page that keeps changing, and gets what it shows in the end', async () => {
    const settling = settle();
    for (let count = 1; count <= 30; count += 1)
      setTimeout(() => (shown = { ...SAMPLE_LEAD, connections: count }), count * 100);
    const [lead, ms] = await waitFor(settling);
    expect(lead).toEqual({ ...SAMPLE_LEAD, connections: 30 });
    expect(ms).toBeGreaterThanOrEqual(3300);
    expect(ms).toBeLessThanOrEqual(3900);
  });

  it('gets nothing from a page that is without a name for 8 s', async () => {
    shown = EMPTY_LEAD;
    const [lead, ms] = await waitFor();
    expect(lead).toBeNull();
    expect(ms).toBeGreaterThan(8000);
    expect(ms).toBeLessThanOrEqual(8300);
  });

  it('gets nothing from a page that changes for 8 s after the press, although it has a name', async () => {
    const settling = settle();
    pass(60_000);
    const timer = setInterval(() => (shown = { ...SAMPLE_LEAD, connections: performance.now() }), 100);
    const [lead, ms] = await waitFor(settling);
    clearInterval(timer);
    expect(lead).toBeNull();
    expect(ms).toBeGreaterThan(8000);
    expect(ms).toBeLessThanOrEqual(8300);
  });

  it('does not wait on a page that has had no name for 8 s before it', async () => {
    shown = EMPTY_LEAD;
    const settling = settle();
    pass(8001);
    expect(await waitFor(settling)).toEqual([null, expect.closeTo(0, -1)]);
  });

  it('gets a settled profile at once', async () => {
    const settling = settle();
    settling.read();
    pass(300);
    expect(await waitFor(settling)).toEqual([SAMPLE_LEAD, expect.closeTo(0, -1)]);
  });
});

it('a page is read again until 8 s after it was opened', () => {
  const { isOver } = settle();
  pass(8000);
  expect(isOver()).toBe(false);
  pass(1);
  expect(isOver()).toBe(true);
});
