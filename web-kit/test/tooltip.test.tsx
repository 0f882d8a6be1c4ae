import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { openPart } from '@leadping/test-kit/web/open-page';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Trash2 } from 'lucide-react';
import type { ReactElement } from 'react';
import { CopyButton } from '../src/dashboard/copy-button.tsx';
import { CutUrl } from '../src/dashboard/cut-url.tsx';
import { IconButton } from '../src/dashboard/icon-button.tsx';
import { Day, Moment } from '../src/dashboard/moment.tsx';
import { ShortId } from '../src/dashboard/short-id.tsx';
import { minuteText, secondText } from '../src/page/dates.ts';
import { Tooltip, TooltipProvider } from '../src/ui/tooltip.tsx';

const pass = (milliseconds: number) => act(() => jest.advanceTimersByTime(milliseconds));
const at = (clientX: number) => ({ clientX, clientY: 0, pointerType: 'mouse' });
const button = (name: string) => () => screen.getByRole('button', { name });
const code = (start: string) => () => screen.getByText(start, { exact: false, selector: 'code' });
const time = () => screen.getByRole('time');
const enter = (name: string) => fireEvent.pointerMove(button(name)(), at(5));
/** Moves the pointer out of the button, and away from the path to its tooltip. */
const leave = (name: string) => {
  fireEvent.pointerLeave(button(name)(), at(5));
  fireEvent.pointerMove(document.body, at(900));
};
const noop = () => undefined;
const tips = () => screen.queryAllByRole('tooltip').map(({ textContent }) => textContent);

const AT = '2026-11-02T09:30:15.000Z';
const ID = '6a5f00112233445566778899';
const LONG_URL = `https://example.com/${'h'.repeat(40)}`;

afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

describe('tooltips of a page', () => {
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

  it('open after 700 ms [P9.10]', () => {
    enter('Copy');
    pass(699);
    expect(tips()).toEqual([]);
    pass(1);
    expect(tips()).toEqual(['Copies the key']);
    expect(button('Copy')().hasAttribute('aria-describedby')).toBe(true);
  });

  it('open at once if another one closed less than 300 ms ago [P9.11]', () => {
    enter('Copy');
    pass(700);
    leave('Copy');
    pass(299);
    enter('Deactivate');
    expect(tips()).toEqual(['Ends the license']);
  });

  it('open after 700 ms if another one closed more than 300 ms ago [P9.11]', () => {
    enter('Copy');
    pass(700);
    leave('Copy');
    pass(301);
    enter('Deactivate');
    expect(tips()).toEqual([]);
    pass(700);
    expect(tips()).toEqual(['Ends the license']);
  });

  it('open on keyboard focus, and close on Escape', () => {
    fireEvent.keyDown(document.body, { key: 'Tab' });
    act(() => screen.getByRole('button', { name: 'Copy' }).focus());
    expect(tips()).toEqual(['Copies the key']);
    fireEvent.keyDown(document.body, { key: 'Escape' });
    expect(tips()).toEqual([]);
  });

  it('stay closed if the browser shows no focus, such as after a dialog closed by mouse', () => {
    const closed = button('Copy')();
    jest.spyOn(closed, 'matches').mockImplementation((selector) => selector !== ':focus-visible');
    act(() => closed.focus());
    expect(document.activeElement).toBe(closed);
    expect(tips()).toEqual([]);
  });
});

/** The icon buttons and the shortened values of the dashboards. */
describe.each<[text: string, pointAt: () => Element, draw: () => ReactElement, isNamed: boolean]>([
  [
    'Delete it',
    button('Delete it'),
    () => <IconButton label="Delete it" icon={Trash2} onClick={noop} />,
    true,
  ],
  ['Copy the key', button('Copy the key'), () => <CopyButton text="K" label="Copy the key" />, true],
  [ID, code('6a5f'), () => <ShortId id={ID} />, true],
  [LONG_URL, code(`${LONG_URL.slice(0, 50)}...`), () => <CutUrl url={LONG_URL} label="Copy" />, false],
  [secondText(AT), time, () => <Moment at={AT} />, false],
  [minuteText(AT), time, () => <Day at={AT} />, false],
])('%s', (text, pointAt, draw, isNamed) => {
  it.each([
    ['with others on its page', true],
    ['alone', false],
  ])('is shown as a tooltip after 700 ms, %s [P9.10]', async (_, isProvided) => {
    await openPart(isProvided ? <TooltipProvider>{draw()}</TooltipProvider> : draw());
    jest.useFakeTimers();
    fireEvent.pointerMove(pointAt(), at(5));
    pass(699);
    expect(tips()).toEqual([]);
    pass(1);
    expect(tips()).toEqual([text]);
    // A text that is already the element's name is not announced a second time.
    expect(pointAt().hasAttribute('aria-describedby')).toBe(!isNamed);
    expect(pointAt().hasAttribute('title')).toBe(false);
  });
});
