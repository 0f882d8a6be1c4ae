import { describe, expect, it, jest } from '@jest/globals';
import { findSelectorsFault } from '@leadping/contracts/licensing/selector-grammar';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { ok, type Replies } from '@leadping/test-kit/web/api-stub';
import { holdTimers } from '@leadping/test-kit/web/hold-timers';
import { openPage } from '@leadping/test-kit/web/open-page';
import { EXAMPLE } from '../src/features/selectors/example.ts';
import { findFields } from '../src/features/selectors/find-fields.ts';
import { faultOf } from '../src/features/selectors/read-text.ts';
import remote from '../src/remote.tsx';
import { signedIn } from './people.ts';

const SAVED = '{"profile":{"name":"h1"}}';
const SAVE = 'POST /api/selectors';

async function open(selectors = SAVED, replies: Replies = {}) {
  const page = await openPage(remote, '/admin/selectors', {
    ...signedIn(),
    'GET /api/selectors': ok({ selectors, version: 2, savedAt: '2026-11-01T10:00:00.000Z' }),
    'GET /api/selectors/versions': ok([
      { version: 2, selectors, savedAt: '2026-11-01T10:00:00.000Z', savedBy: 'ada' },
      { version: 1, selectors: '{}', savedAt: '2026-10-01T10:00:00.000Z', savedBy: 'grace' },
    ]),
    'GET /api/selectors/failures': ok([]),
    ...replies,
  });
  const editor = await screen.findByRole('textbox', { name: 'Selectors as JSON' });
  const text = () => [...editor.querySelectorAll('.cm-line')].map((line) => line.textContent).join('\n');
  const press = (name: string) => page.user.click(screen.getByRole('button', { name }));
  return { ...page, text, press };
}

describe('the selectors', () => {
  it('are edited as JSON, with an example and a format [S2.65] [S2.66] [S2.67]', async () => {
    const { text, press } = await open();
    expect(text()).toBe(SAVED);
    await press('Format JSON');
    expect(text()).toBe(JSON.stringify(JSON.parse(SAVED), null, 2));
    await press('Load Example');
    await waitFor(() => expect(text()).toContain('"connectButton"'));
  });

  it('have an example with the groups and fields of the specification [S3.31]', () => {
    const example = JSON.parse(EXAMPLE) as Record<string, object>;
    expect(
      Object.fromEntries(Object.entries(example).map(([group, fields]) => [group, Object.keys(fields)])),
    ).toEqual({
      profile: ['name', 'headline', 'location', 'company', 'about'],
      navigation: ['connectButton', 'messageButton', 'moreButton'],
      contact: ['emailField', 'phoneField'],
    });
    expect(findSelectorsFault(example)).toBeNull();
  });

  it.each([
    ['   ', { title: 'Please enter valid JSON selectors' }],
    ['{"a":', { title: 'Invalid JSON', description: 'Please check your JSON syntax and try again' }],
  ])('%j is not saved [S5.07] [S5.08]', async (selectors, toast) => {
    const { press, toasts, api } = await open(selectors);
    await press('Save selectors');
    expect(toasts).toMatchObject([toast]);
    expect(api.calls.some(({ method }) => method === 'POST')).toBe(false);
  });

  it('cannot be formatted while they are invalid [S5.09]', async () => {
    const { press, toasts } = await open('{"a":');
    await press('Format JSON');
    expect(toasts).toMatchObject([{ title: 'Cannot format invalid JSON' }]);
  });

  it('are saved half a second after they were checked [S4.24] [S8.36]', async () => {
    const { toasts, api, queryClient } = await open(SAVED, { [SAVE]: ok({ message: 'ok', version: 3 }) });
    const writes = () => queryClient.getMutationCache().getAll().length;
    await holdTimers(async () => {
      fireEvent.click(screen.getByRole('button', { name: 'Save selectors' }));
      await act(() => jest.advanceTimersByTimeAsync(499));
      expect(writes()).toBe(0);
      await act(() => jest.advanceTimersByTimeAsync(1));
      expect(writes()).toBe(1);
      await waitFor(() =>
        expect(toasts).toMatchObject([{ title: 'Chrome Extension Selectors saved successfully' }]),
      );
    });
    expect(api.calls.find(({ method }) => method === 'POST')?.body).toEqual({ selectors: SAVED });
  });

  it('are saved although somebody leaves before that', async () => {
    const { user, press, toasts, api } = await open(SAVED, { [SAVE]: ok({ message: 'ok', version: 3 }) });
    await press('Format JSON');
    await press('Save selectors');
    await user.click(screen.getByRole('link', { name: 'Overview' }));
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Selectors as JSON' })).toBeNull());
    await waitFor(() =>
      expect(toasts).toMatchObject([{ title: 'Chrome Extension Selectors saved successfully' }]),
    );
    const saved = api.calls.filter(({ method }) => method === 'POST').map(({ body }) => body);
    expect(saved).toEqual([{ selectors: JSON.stringify(JSON.parse(SAVED), null, 2) }]);
  });

  it('show the endpoint that the extension reads, with an example [S2.68] [S2.69]', async () => {
    await open();
    const endpoint = screen.getByRole('region', { name: 'Public endpoint' });
    expect(within(endpoint).getByText(`GET ${location.origin}/api/public/selectors`)).toBeTruthy();
    expect(endpoint.textContent).toContain('await fetch(');
  });

  it('show which fields captures left empty, by version', async () => {
    const day = new Date().toISOString().slice(0, 10);
    await open(SAVED, {
      'GET /api/selectors/failures': ok([
        { day, version: 2, field: 'jobTitle', count: 3 },
        { day: '2026-01-01', version: 2, field: 'jobTitle', count: 90 },
        { day, version: 0, field: 'company', count: 1 },
      ]),
    });
    const list = await screen.findByRole('list', { name: 'Fields not found' });
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Job titleVersion 23 today, 3 in 7 days', 'CompanyBuilt-in selectors1 today, 1 in 7 days']);
  });

  it('go back to the version before with one click [R-licenses.27]', async () => {
    const { user, toasts, api } = await open(SAVED, {
      'POST /api/selectors/restore': ok({ message: 'Version 1 is published again', version: 3 }),
    });
    await user.click(await screen.findByRole('button', { name: 'Restore' }));
    await waitFor(() => expect(toasts).toMatchObject([{ description: 'Version 1 is published again' }]));
    expect(api.calls.find(({ method }) => method === 'POST')?.body).toEqual({ version: 1 });
  });

  it('are replaced by an earlier version only after a question where the text is not saved', async () => {
    const { user, press, text, api } = await open(SAVED, {
      'POST /api/selectors/restore': ok({ message: 'Version 1 is published again', version: 3 }),
    });
    await press('Format JSON');
    await user.click(await screen.findByRole('button', { name: 'Restore' }));
    const dialog = await screen.findByRole('dialog', { name: 'Restore version 1?' });
    expect(api.calls.some(({ method }) => method === 'POST')).toBe(false);
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(text()).toBe(JSON.stringify(JSON.parse(SAVED), null, 2));
    await user.click(screen.getByRole('button', { name: 'Restore' }));
    await user.click(await screen.findByRole('button', { name: 'Discard changes and restore' }));
    await waitFor(() => expect(api.calls.some(({ method }) => method === 'POST')).toBe(true));
  });

  it('are not changed while they are saved, and are shown as saved before they are read again', async () => {
    let arrive = () => {};
    const isRead = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const before = ok({ selectors: SAVED, version: 2, savedAt: '2026-11-01T10:00:00.000Z' });
    const reads = [before, isRead.then(() => before)];
    const { press, text } = await open(SAVED, {
      'GET /api/selectors': () => reads.shift() ?? before,
      [SAVE]: ok({ message: 'ok', version: 3 }),
    });
    const editor = () => screen.getByRole('textbox', { name: 'Selectors as JSON' });
    await press('Format JSON');
    await press('Save selectors');
    expect(editor().getAttribute('aria-readonly')).toBe('true');
    expect(await screen.findByText(/^Version 3, saved/)).toBeTruthy();
    expect(editor().getAttribute('aria-readonly')).toBeNull();
    expect(text()).toBe(JSON.stringify(JSON.parse(SAVED), null, 2));
    arrive();
  });

  it('are tried on the HTML of a page', async () => {
    const { user } = await open();
    await user.click(screen.getByLabelText('HTML of a profile page'));
    await user.paste('<html><h1> Ada <b>Byron</b></h1></html>');
    await screen.findByText('Ada Byron');
    expect(screen.getByText('2 of 7 fields found')).toBeTruthy();
  });
});

describe('what selectors find', () => {
  it('is the first text that any of a field has, and how many elements each finds', () => {
    const text = JSON.stringify({
      profile: { name: ['.gone', 'h1'] },
      contact: { emailField: 'a[href^="mailto:"]' },
    });
    const html = '<h1></h1><h1>Ada</h1><a href="mailto:ada@example.com">write</a>';
    const found = findFields(text, html) ?? [];
    expect(found.find(({ field }) => field === 'fullName')).toEqual({
      field: 'fullName',
      value: 'Ada',
      isBySelectors: true,
      selectors: [
        { selector: '.gone', count: 0 },
        { selector: 'h1', count: 2 },
      ],
    });
    expect(found.find(({ field }) => field === 'email')?.value).toBe('ada@example.com');
    expect(found.find(({ field }) => field === 'company')?.value).toBeNull();
  });

  it('is what the extension would capture: checked, and never one of several emails', () => {
    const text = JSON.stringify({
      profile: { headline: '.badge' },
      contact: { emailField: 'main a[href^="mailto:"]' },
    });
    const html =
      '<title>Ada Byron | LinkedIn</title><main><h1>Ada Byron</h1><p class="badge">2nd</p>' +
      '<a href="mailto:ada@example.com">a</a><a href="mailto:press@example.com">b</a></main>';
    const found = findFields(text, html) ?? [];
    const of = (name: string) => found.find(({ field }) => field === name);
    expect(of('fullName')).toMatchObject({ value: 'Ada Byron', isBySelectors: false });
    expect(of('jobTitle')?.value).toBeNull();
    expect(of('email')?.value).toBeNull();
  });

  it('runs nothing of the page', () => {
    findFields(
      '{}',
      '<img src=x onerror="globalThis.hacked = true"><script>globalThis.hacked = true</script>',
    );
    expect('hacked' in globalThis).toBe(false);
  });
});

describe('a fault in the text', () => {
  it('is found where it is', () => {
    expect(faultOf(' ')).toEqual({ kind: 'empty' });
    expect(faultOf('{}')).toBeUndefined();
    expect(faultOf('{\n  "a": x\n}')).toMatchObject({ kind: 'syntax', position: 9 });
    const grammar = '{\n  "profile": {\n    "name": "a:has(b)"\n  }\n}';
    const fault = faultOf(grammar);
    expect(fault).toMatchObject({ kind: 'grammar' });
    expect(grammar.slice(fault && 'position' in fault ? fault.position : 0)).toMatch(/^"name"/);
  });
});
