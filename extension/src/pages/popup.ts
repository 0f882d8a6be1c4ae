import {
  chooseConfiguration,
  hostOf,
  listConfigurations,
  type Configuration,
} from '../configurations/configuration.ts';
import {
  findUnreachable,
  isSiteAllowed,
  requestHostPermissions,
  requestSite,
} from '../configurations/host-permissions.ts';
import { GATEWAY_URL } from '../gateway-url.ts';
import { readLicenseState, WARN_DAYS } from '../license/license-state.ts';
import { requestWorker } from '../messages.ts';
import type { Delivery } from '../outbox/delivery.ts';
import { countByState, listNewest, requeue } from '../outbox/outbox.ts';
import { allowButton } from './allow-button.ts';
import { ago, byId, counted, h, redraw, whileBusy } from './dom.ts';
import { licenseForm, licenseSummary } from './license-form.ts';
import { stateTag, worstState } from './state-tag.ts';

/** Presses that are listed, and rows that are read for them: each press has one for each webhook. */
const RECENT_PRESSES = 3;
const RECENT_ROWS = 30;
/** The worker sends while the popup is open. */
const LOOK_MS = 1000;

const openOptions = (hash = '') => void chrome.tabs.create({ url: `options.html${hash}` });

let lastDrawn = '';

async function render(): Promise<void> {
  const state = await readLicenseState(Date.now());
  const [isAllowed, configurations, unreachable, counts, newest] = await Promise.all([
    isSiteAllowed(),
    listConfigurations(),
    findUnreachable(),
    countByState(),
    listNewest(RECENT_ROWS),
  ]);
  // Without a license that works nothing but its state is shown.
  const beside =
    state.status === 'active'
      ? [isAllowed, configurations, unreachable, counts, newest.map(({ id }) => id)]
      : [];
  const drawn = JSON.stringify([state, ...beside]);
  // Drawn anew for nothing, a form would lose the key that is being pasted, and a check what it said.
  if (drawn === lastDrawn) return;
  lastDrawn = drawn;
  redraw(byId('content'), ...sections());
  byId('content').removeAttribute('aria-busy');

  function sections(): HTMLElement[] {
    const onActive = () => void render();
    if (state.status === 'none') return [welcome(onActive)];
    if (state.status === 'connect') return [licenseSummary(state), checkAgain()];
    if (state.status === 'refused') {
      // A suspended license works again by itself; after all else a key is pasted, the same or another one.
      const isSuspended = state.code === 'LICENSE_SUSPENDED';
      return [licenseSummary(state), isSuspended ? checkAgain() : licenseForm(onActive)];
    }
    const license = licenseSummary(state);
    const isWarned = state.daysLeft <= WARN_DAYS;
    return [
      ...(isWarned ? [license] : []),
      ...(isAllowed ? [] : [mendSite()]),
      ...(unreachable.length > 0 ? [mend(unreachable)] : []),
      webhooks(configurations, unreachable),
      ...(configurations.length > 0 ? [queue(counts)] : []),
      ...(newest.length > 0 ? [recent(newest)] : []),
      ...(isWarned ? [] : [h('footer', {}, license)]),
    ];
  }
}

function welcome(onActive: () => void): HTMLElement {
  const link = { href: GATEWAY_URL, target: '_blank', rel: 'noreferrer' };
  return h(
    'section',
    { 'aria-labelledby': 'welcome' },
    h('h2', { id: 'welcome' }, 'Activate this browser'),
    h('p', { class: 'quiet' }, 'Paste the license key from your email. It works on five devices.'),
    licenseForm(onActive),
    h('footer', {}, h('p', { class: 'quiet' }, 'No key yet? ', h('a', link, 'Get a license'))),
  );
}

function checkAgain(): HTMLElement {
  const button = h('button', { type: 'button', class: 'primary', id: 'check-again' }, 'Check again');
  const result = h('p', { class: 'result', role: 'status' });
  button.addEventListener('click', () => {
    void whileBusy(button, async () => {
      const { ok, text } = await requestWorker({ type: 'renew' });
      if (ok) await render();
      // Still there: what is to do has not changed.
      result.textContent = ok ? 'Checked just now.' : text;
    });
  });
  return h('div', { class: 'actions' }, button, result);
}

/** Without the site there is no button on any profile, and nothing else says why. */
function mendSite(): HTMLElement {
  return h(
    'section',
    { class: 'note warn', 'aria-label': 'Access to LinkedIn' },
    h('p', {}, 'Chrome does not let Leadping show its button on LinkedIn.'),
    ...allowButton({ text: 'Allow on LinkedIn', id: 'allow-site', ask: requestSite, onAllowed: render }),
  );
}

/** Chrome's permission was refused or taken away: one press gives it back for all of them. */
function mend(unreachable: Configuration[]): HTMLElement {
  const hosts = [...new Set(unreachable.map(({ url }) => hostOf(url)))];
  return h(
    'section',
    { class: 'note warn', 'aria-label': 'Permission' },
    h(
      'p',
      {},
      'Chrome does not let Leadping send to ',
      h('b', {}, hosts.join(', ')),
      '. What you capture is kept.',
    ),
    ...allowButton({
      text: hosts.length === 1 ? 'Allow' : 'Allow all',
      id: 'allow',
      ask: () => requestHostPermissions(unreachable.map(({ url }) => url)),
      onAllowed: async () => {
        await requestWorker({ type: 'drain' });
        await render();
      },
    }),
  );
}

function webhooks(configurations: Configuration[], unreachable: Configuration[]): HTMLElement {
  if (configurations.length === 0) {
    return h(
      'section',
      { class: 'empty' },
      h('h2', {}, 'Where do your leads go?'),
      h('p', { class: 'quiet' }, 'Add the webhook URL of your CRM, spreadsheet or server.'),
      h(
        'button',
        { type: 'button', class: 'primary', id: 'add', onClick: () => openOptions('#add') },
        'Add a webhook',
      ),
    );
  }
  const rows = configurations.map(({ id, name, url, chosen }) => {
    const box = h('input', { type: 'checkbox', checked: chosen, id: `choose-${id}` });
    box.addEventListener('change', () => void chooseConfiguration(id, box.checked));
    const isBlocked = unreachable.some((one) => one.id === id);
    return h(
      'label',
      { class: 'choice' },
      box,
      h('span', {}, name, h('small', {}, isBlocked ? 'needs permission' : hostOf(url))),
    );
  });
  const isNoneChosen = configurations.every(({ chosen }) => !chosen);
  return h(
    'fieldset',
    {},
    h('legend', {}, 'Ping sends to'),
    ...rows,
    isNoneChosen && h('p', { class: 'hint' }, 'Choose at least one: a press has nowhere to go.'),
  );
}

function queue({ waiting, failed }: { waiting: number; failed: number }): HTMLElement {
  if (waiting + failed === 0) return h('p', { class: 'queue all-sent' }, 'Everything is sent.');
  const parts = [
    waiting > 0 && h('span', { class: 'tag warn' }, `${waiting} waiting`),
    failed > 0 && h('span', { class: 'tag bad' }, `${failed} failed`),
  ];
  const retry = h('button', { type: 'button', id: 'send-now' }, 'Send now');
  retry.addEventListener('click', () => {
    void whileBusy(retry, async () => {
      await requeue(() => true, { alsoFinished: false });
      await requestWorker({ type: 'drain' });
    });
  });
  const details = h(
    'button',
    { type: 'button', id: 'details', onClick: () => openOptions('#history') },
    'Details',
  );
  return h(
    'section',
    {
      class: 'queue',
      'aria-label': counted(waiting + failed, 'capture is not sent', 'captures are not sent'),
    },
    h('p', {}, ...parts),
    h('div', { class: 'actions' }, waiting > 0 && retry, details),
  );
}

/** The last presses; a press with several webhooks is one line. */
function recent(newest: readonly Delivery[]): HTMLElement {
  const presses = new Map<string, Delivery[]>();
  for (const row of newest) presses.set(row.pressId, [...(presses.get(row.pressId) ?? []), row]);
  const lines = [...presses.values()].slice(0, RECENT_PRESSES).map((rows) => {
    const [{ lead, capturedAt }] = rows as [Delivery];
    return h(
      'li',
      {},
      h(
        'span',
        {},
        h('bdi', {}, lead.fullName || 'No name found'),
        h('small', {}, h('time', { datetime: new Date(capturedAt).toISOString() }, ago(capturedAt))),
      ),
      stateTag(worstState(rows)),
    );
  });
  return h(
    'section',
    { class: 'recent', 'aria-labelledby': 'recent' },
    h('h2', { id: 'recent' }, 'Last captures'),
    h('ul', { class: 'list' }, ...lines),
  );
}

byId('options').addEventListener('click', () => openOptions());
byId('history').addEventListener('click', () => openOptions('#history'));
chrome.storage.onChanged.addListener(() => void render());
setInterval(() => void render(), LOOK_MS);
void render();
// A contact with the platform now and then keeps the days of grace full.
void requestWorker({ type: 'renew' });
