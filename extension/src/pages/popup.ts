import { chooseConfiguration, hostOf, listConfigurations } from '../configurations/configuration.ts';
import {
  findUnreachable,
  isSiteAllowed,
  requestHostPermissions,
  requestSite,
} from '../configurations/host-permissions.ts';
import { hasConsent, openConsentPage } from '../consent.ts';
import { readLicenseState } from '../license/license-state.ts';
import { requestWorker } from '../messages.ts';
import type { Delivery } from '../outbox/delivery.ts';
import { countByState, listNewest, requeue } from '../outbox/outbox.ts';
import type { Configuration } from '../storage.ts';
import { translate } from '../text.ts';
import { allowButton } from './allow-button.ts';
import { ago, byId, h, redraw, whileBusy } from './dom.ts';
import { foldedLeadDetails } from './lead-details.ts';
import { licenseForm, licenseSummary, needsNotice, shopLink, trialLink } from './license-form.ts';
import { stateTag, worstState } from './state-tag.ts';
import { counted, translateNodes, translatePage } from './translate-page.ts';

/** Number of listed presses, and of rows read for them. Each press has one row for each webhook. */
const RECENT_PRESSES = 3;
const RECENT_ROWS = 30;
/** Refresh interval in ms, because the worker sends while the popup is open. */
const LOOK_MS = 1000;

const openOptions = (hash = '') => void chrome.tabs.create({ url: `options.html${hash}` });

let lastDrawn = '';

async function render(): Promise<void> {
  const state = await readLicenseState(Date.now());
  const [isAgreed, isAllowed, configurations, unreachable, counts, newest] = await Promise.all([
    hasConsent(),
    isSiteAllowed(),
    listConfigurations(),
    findUnreachable(),
    countByState(),
    listNewest(RECENT_ROWS),
  ]);
  const beside =
    state.status === 'active'
      ? [isAgreed, isAllowed, configurations, unreachable, counts, newest.map(({ id }) => id)]
      : [];
  const drawn = JSON.stringify([state, ...beside]);
  // Skip rendering when nothing changed, so that form input and check results are kept.
  if (drawn === lastDrawn) return;
  lastDrawn = drawn;
  redraw(byId('content'), ...sections());
  byId('content').removeAttribute('aria-busy');

  function sections(): HTMLElement[] {
    const onActive = () => void render();
    if (state.status === 'none') return [welcome(onActive)];
    if (state.status === 'connect') return [licenseSummary(state), checkAgain()];
    if (state.status === 'refused') {
      // A suspended license recovers by itself. In all other cases the user pastes a key, the same or another
      // one.
      const isSuspended = state.code === 'LICENSE_SUSPENDED';
      return [licenseSummary(state), isSuspended ? checkAgain() : licenseForm(onActive)];
    }
    const license = licenseSummary(state);
    const isWarned = needsNotice(state);
    return [
      ...(isWarned ? [license] : []),
      ...(isAgreed ? [] : [askForConsent()]),
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
  return h(
    'section',
    { 'aria-labelledby': 'welcome' },
    h('h2', { id: 'welcome' }, translate('activateBrowser')),
    h('p', { class: 'quiet' }, translate('activateBrowserText')),
    licenseForm(onActive),
    h('footer', {}, h('p', { class: 'quiet' }, translate('noKeyYet'), ' ', shopLink(), ' · ', trialLink())),
  );
}

function checkAgain(): HTMLElement {
  const button = h(
    'button',
    { type: 'button', class: 'primary', id: 'check-again' },
    translate('checkAgain'),
  );
  const result = h('p', { class: 'result', role: 'status' });
  button.addEventListener('click', () => {
    void whileBusy(button, async () => {
      const { ok, text: said } = await requestWorker({ type: 'renew' });
      if (ok) await render();
      // The license state has not changed.
      result.textContent = ok ? translate('checkedJustNow') : translate(...said);
    });
  });
  return h('div', { class: 'actions' }, button, result);
}

function askForConsent(): HTMLElement {
  return h(
    'section',
    { class: 'note warn', 'aria-label': translate('disclosureTitle') },
    h('p', {}, translate('agreeNote')),
    h(
      'button',
      { type: 'button', class: 'primary', id: 'agree', onClick: openConsentPage },
      translate('readAndAgree'),
    ),
  );
}

/** Without access to the site no profile has a button, and only this notice explains it. */
function mendSite(): HTMLElement {
  return h(
    'section',
    { class: 'note warn', 'aria-label': translate('siteAccess') },
    h('p', {}, translate('siteNotAllowed')),
    ...allowButton({
      text: translate('allowOnLinkedIn'),
      id: 'allow-site',
      ask: requestSite,
      onAllowed: render,
    }),
  );
}

/** Offers one press that restores all revoked host permissions. */
function mend(unreachable: Configuration[]): HTMLElement {
  const hosts = [...new Set(unreachable.map(({ url }) => hostOf(url)))];
  return h(
    'section',
    { class: 'note warn', 'aria-label': translate('permission') },
    h('p', {}, ...translateNodes('hostsNotAllowed', h('b', {}, hosts.join(', ')))),
    ...allowButton({
      text: translate(hosts.length === 1 ? 'allow' : 'allowAll'),
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
      h('h2', {}, translate('whereDoLeadsGo')),
      h('p', { class: 'quiet' }, translate('whereDoLeadsGoText')),
      h(
        'button',
        { type: 'button', class: 'primary', id: 'add', onClick: () => openOptions('#add') },
        translate('addWebhook'),
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
      h('span', {}, name, h('small', {}, isBlocked ? translate('needsPermissionShort') : hostOf(url))),
    );
  });
  const isNoneChosen = configurations.every(({ chosen }) => !chosen);
  return h(
    'fieldset',
    {},
    h('legend', {}, translate('pingSendsTo')),
    ...rows,
    isNoneChosen && h('p', { class: 'hint' }, translate('chooseOne')),
  );
}

function queue({ waiting, failed }: { waiting: number; failed: number }): HTMLElement {
  if (waiting + failed === 0) return h('p', { class: 'queue all-sent' }, translate('everythingSent'));
  const parts = [
    waiting > 0 && h('span', { class: 'tag warn' }, translate('countWaiting', String(waiting))),
    failed > 0 && h('span', { class: 'tag bad' }, translate('countFailed', String(failed))),
  ];
  const retry = h('button', { type: 'button', id: 'send-now' }, translate('sendNow'));
  retry.addEventListener('click', () => {
    void whileBusy(retry, async () => {
      await requeue(() => true, { alsoFinished: false });
      await requestWorker({ type: 'drain' });
    });
  });
  const details = h(
    'button',
    { type: 'button', id: 'details', onClick: () => openOptions('#history') },
    translate('details'),
  );
  return h(
    'section',
    {
      class: 'queue',
      'aria-label': counted(waiting + failed, 'captureNotSent', 'capturesNotSent'),
    },
    h('p', {}, ...parts),
    h('div', { class: 'actions' }, waiting > 0 && retry, details),
  );
}

/**
 * The last presses with their captured values. A press with several webhooks is one line, and the newest is
 * open.
 */
function recent(newest: readonly Delivery[]): HTMLElement {
  const presses = new Map<string, Delivery[]>();
  for (const row of newest) presses.set(row.pressId, [...(presses.get(row.pressId) ?? []), row]);
  const lines = [...presses.values()].slice(0, RECENT_PRESSES).map((rows, index) => {
    const [{ lead, capturedAt }] = rows as [Delivery];
    return h(
      'li',
      {},
      h(
        'span',
        {},
        h('bdi', {}, lead.fullName || translate('noName')),
        h('small', {}, h('time', { datetime: new Date(capturedAt).toISOString() }, ago(capturedAt))),
      ),
      stateTag(worstState(rows)),
      foldedLeadDetails(lead, index === 0),
    );
  });
  return h(
    'section',
    { class: 'recent', 'aria-labelledby': 'recent' },
    h('h2', { id: 'recent' }, translate('lastCaptures')),
    h('ul', { class: 'list' }, ...lines),
  );
}

translatePage();
byId('options').addEventListener('click', () => openOptions());
byId('history').addEventListener('click', () => openOptions('#history'));
chrome.storage.onChanged.addListener(() => void render());
setInterval(() => void render(), LOOK_MS);
void render();
// Regular contact with the platform extends the offline grace period.
void requestWorker({ type: 'renew' });
