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
import { failing, signedIn } from './people.ts';

const SAVED = '{"profile":{"name":"h1"}}';
const SAVE = 'POST /api/selectors';
const HEALTH = 'GET /api/selectors/failures';
const NO_PRESSES = { total: { presses: 0, failures: {} }, layoutCount: 0, layouts: [], alerts: [] };

async function open(selectors = SAVED, replies: Replies = {}) {
  const page = await openPage(remote, '/admin/selectors', {
    ...signedIn(),
    'GET /api/selectors': ok({ selectors, version: 2, savedAt: '2026-11-01T10:00:00.000Z' }),
    'GET /api/selectors/versions': ok([
      { version: 2, selectors, savedAt: '2026-11-01T10:00:00.000Z', savedBy: 'ada' },
      { version: 1, selectors: '{}', savedAt: '2026-10-01T10:00:00.000Z', savedBy: 'grace' },
    ]),
    'GET /api/selectors/failures': ok(NO_PRESSES),
    ...replies,
  });
  const editor = await screen.findByRole('textbox', { name: 'Selectors as JSON' });
  const text = () => [...editor.querySelectorAll('.cm-line')].map((line) => line.textContent).join('\n');
  const press = (name: string) => page.user.click(screen.getByRole('button', { name }));
  return { ...page, text, press };
}

describe('the selectors', () => {
  it('are edited as JSON, can be formatted, and can be replaced by an example [S2.65] [S2.66] [S2.67]', async () => {
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
  ])('are not saved if they are %j [S5.07] [S5.08]', async (selectors, toast) => {
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

  it('are saved even if the user leaves the page within the half second', async () => {
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

  describe('capture health', () => {
    const layout = (id: string, overrides: object = {}) => ({
      layout: id,
      presses: 40,
      failures: { jobTitle: 14, company: 2 },
      days: [
        { day: '2026-11-28', presses: 30, failures: { company: 2 } },
        { day: '2026-11-29', presses: 10, failures: { jobTitle: 14 } },
      ],
      versions: [2, 0],
      extensions: ['0.2.0', '0.1.9'],
      ...overrides,
    });
    const health = (overrides: object = {}) =>
      ok({
        total: { presses: 1240, failures: {} },
        layoutCount: 1,
        layouts: [layout('3fa9c01b')],
        alerts: [],
        ...overrides,
      });
    const openHealth = async (reply: Replies[string]) => {
      const page = await open(SAVED, { [HEALTH]: reply });
      return { ...page, panel: within(await screen.findByRole('region', { name: 'Capture health' })) };
    };

    it('shows how often each field was not found, by layout', async () => {
      const { panel } = await openHealth(health());
      await panel.findByText('1,240 presses on 1 layout');
      const item = within(await panel.findByRole('listitem'));
      expect(item.getByText('35% not found (14)')).toBeTruthy();
      expect(item.getByText('5% not found (2)')).toBeTruthy();
      expect(item.getAllByText('Always found')).toHaveLength(3);
      for (const text of ['Version 2', 'Built-in selectors', 'Extension 0.2.0, 0.1.9', '40 presses'])
        expect(item.getByText(text)).toBeTruthy();
    });

    it('draws the days of a layout for the field that fails most, and for another one', async () => {
      const { user, panel } = await openHealth(health());
      await user.click(await panel.findByRole('button', { name: 'Show days' }));
      expect(panel.getByRole('img', { name: /^Job title not found by day: .* last 140%/ })).toBeTruthy();
      expect(panel.getByRole('img', { name: /^Presses a day by day: 40 in all/ })).toBeTruthy();
      await user.click(panel.getByRole('radio', { name: 'Company' }));
      expect(panel.getByRole('img', { name: /^Company not found by day/ })).toBeTruthy();
    });

    it('names the layout on which captures began to fail', async () => {
      const alert = {
        layout: '3fa9c01b',
        at: '2026-11-29T09:00:00.000Z',
        presses: 40,
        licenses: 6,
        failures: { company: 30 },
        fields: ['company'],
      };
      const { panel } = await openHealth(health({ alerts: [alert] }));
      const shown = await panel.findByRole('alert');
      expect(shown.textContent).toContain('Captures on layout 3fa9c01b began to fail');
      expect(shown.textContent).toContain('Company was not found in 30 of 40 presses');
    });

    it('is read page by page, and for another period', async () => {
      const layouts = Array.from({ length: 10 }, (_, index) => layout(`0000000${index}`));
      const { user, panel, api } = await openHealth(health({ layoutCount: 12, layouts }));
      const queries = () =>
        api.calls.filter(({ path }) => path === '/api/selectors/failures').map(({ query }) => query);
      await user.click(await panel.findByRole('button', { name: 'Next' }));
      await waitFor(() => expect(queries().at(-1)).toEqual({ days: '7', page: '2' }));
      await user.click(panel.getByRole('radio', { name: '30 days' }));
      await waitFor(() => expect(queries().at(-1)).toEqual({ days: '30', page: '1' }));
    });

    it('reports that there were no presses in the period', async () => {
      const { panel } = await openHealth(ok(NO_PRESSES));
      expect(await panel.findByText('No presses in this period')).toBeTruthy();
    });

    it('shows its own error and can be retried', async () => {
      let isDown = true;
      const { user, panel } = await openHealth(() => (isDown ? failing(503, 'Later.') : health()));
      expect((await panel.findByRole('alert')).textContent).toContain('Later.');
      isDown = false;
      await user.click(panel.getByRole('button', { name: 'Try again' }));
      await panel.findByText('1,240 presses on 1 layout');
    });
  });

  it('return to the previous version with one click [R-licenses.27]', async () => {
    const { user, toasts, api } = await open(SAVED, {
      'POST /api/selectors/restore': ok({ message: 'Version 1 is published again', version: 3 }),
    });
    await user.click(await screen.findByRole('button', { name: 'Restore' }));
    await waitFor(() => expect(toasts).toMatchObject([{ description: 'Version 1 is published again' }]));
    expect(api.calls.find(({ method }) => method === 'POST')?.body).toEqual({ version: 1 });
  });

  it('are replaced by an earlier version only after a confirmation if there are unsaved changes', async () => {
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

  it('cannot be edited while they are saved, and are shown as saved before they are reloaded', async () => {
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

  it('can be tried on the HTML of a page', async () => {
    const { user } = await open();
    await user.click(screen.getByLabelText('HTML of a profile page'));
    await user.paste('<html><h1> Ada <b>Byron</b></h1></html>');
    await screen.findByText('Ada Byron');
    expect(screen.getByText(/^2 of 7 fields found on layout/)).toBeTruthy();
  });
});

describe('the values that selectors find', () => {
  const find = (selectors: object, html: string) => {
    const finding = findFields(JSON.stringify(selectors), html);
    if (!finding) throw new Error('no JSON');
    return { ...finding, of: (name: string) => finding.fields.find(({ field }) => field === name) };
  };

  it('are the first text found for each field, listed with the texts of each selector', () => {
    const html = '<h1></h1><h1>Ada</h1><a href="mailto:ada@example.com">write</a>';
    const { of } = find(
      { profile: { name: ['.gone', 'h1'] }, contact: { emailField: 'a[href^="mailto:"]' } },
      html,
    );
    expect(of('fullName')).toEqual({
      field: 'fullName',
      value: 'Ada',
      isBySelectors: true,
      selectors: [
        { selector: '.gone', texts: [] },
        { selector: 'h1', texts: ['Ada', ''] },
      ],
    });
    expect(of('email')?.value).toBe('ada@example.com');
    expect(of('company')?.value).toBeNull();
  });

  it('are the same that the extension would capture: validated, and never one of several emails', () => {
    const html =
      '<title>Ada Byron | LinkedIn</title><link rel="canonical" href="https://www.linkedin.com/in/ada/">' +
      '<main><h1><a href="/in/ada/">Ada Byron</a></h1><p class="badge">2nd</p>' +
      '<a href="mailto:ada@example.com">a</a><a href="mailto:press@example.com">b</a></main>';
    const { of } = find(
      { profile: { headline: '.badge' }, contact: { emailField: 'main a[href^="mailto:"]' } },
      html,
    );
    expect(of('fullName')).toMatchObject({ value: 'Ada Byron', isBySelectors: false });
    expect(of('jobTitle')?.value).toBeNull();
    expect(of('email')?.value).toBeNull();
  });

  it('may be selected by a line of the top card or by a position, and the parts of the page are found as well', () => {
    const html =
      '<title>Ada Byron | LinkedIn</title><link rel="canonical" href="https://www.linkedin.com/in/ada/">' +
      '<main><div class="top"><a href="/in/ada/"><h2>Ada Byron</h2></a><div>Countess of Lovelace</div><p>2nd</p><p>London, England</p></div></main>';
    const { of, parts, layout } = find(
      {
        profile: { topCard: '.top', name: 'h2', headline: ':line(2)', location: 'p:nth-of-type(2)' },
        navigation: { personShown: 'a[href*="/in/{slug}/"]', pingButton: '.gone' },
      },
      html,
    );
    expect(of('jobTitle')).toMatchObject({ value: 'Countess of Lovelace', isBySelectors: true });
    expect(of('location')).toMatchObject({ value: 'London, England', isBySelectors: true });
    expect(parts.map(({ part, selectors }) => [part, selectors[0]?.texts.length])).toEqual([
      ['topCard', 1],
      ['button', 0],
      ['shown', 1],
    ]);
    expect(layout).toMatch(/^[0-9a-f]{8}$/);
  });

  it('are found without running scripts of the page', () => {
    findFields(
      '{}',
      '<img src=x onerror="globalThis.hacked = true"><script>globalThis.hacked = true</script>',
    );
    expect('hacked' in globalThis).toBe(false);
  });
});

describe('a fault in the selectors', () => {
  it('is found if an object has a duplicate name', () => {
    const text =
      '{\n  "profile": { "name": "h1" },\n  "contact": { "name": "h2" },\n  "pro\\u0066ile": {}\n}';
    expect(faultOf(text)).toEqual({
      kind: 'grammar',
      message: '“profile” is there twice, and only the last one would count.',
      position: text.lastIndexOf('"pro'),
    });
    expect(faultOf('{"a": {"name": "h1"}, "name": "h2", "b": ["h1", "h1"]}')).toBeUndefined();
  });

  it('is reported at its position', () => {
    expect(faultOf(' ')).toEqual({ kind: 'empty' });
    expect(faultOf('{}')).toBeUndefined();
    expect(faultOf('{\n  "a": x\n}')).toMatchObject({ kind: 'syntax', position: 9 });
    const grammar = '{\n  "profile": {\n    "name": "a:has(b)"\n  }\n}';
    const fault = faultOf(grammar);
    expect(fault).toMatchObject({ kind: 'grammar' });
    expect(grammar.slice(fault && 'position' in fault ? fault.position : 0)).toMatch(/^"name"/);
  });
});
