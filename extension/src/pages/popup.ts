import {
  hostOf,
  listConfigurations,
  saveConfiguration,
  type Configuration,
} from '../configurations/configuration.ts';
import { findUnreachable, requestHostPermissions } from '../configurations/host-permissions.ts';
import { readLicenseState } from '../license/license-state.ts';
import { requestWorker } from '../messages.ts';
import { countByState, requeue } from '../outbox/outbox.ts';
import { byId, counted, h, whileBusy } from './dom.ts';
import { licenseForm, licenseSummary } from './license-form.ts';

const openOptions = (hash = '') => void chrome.tabs.create({ url: `options.html${hash}` });

let lastDrawn = '';

async function render(): Promise<void> {
  const state = await readLicenseState(Date.now());
  const [configurations, unreachable, counts] = await Promise.all([
    listConfigurations(),
    findUnreachable(),
    countByState(),
  ]);
  const isSignedOut =
    state.status === 'refused' &&
    (state.code === 'DEVICE_NOT_ACTIVATED' || state.code === 'DEVICE_SIGNED_OUT');
  const isUsable = state.status === 'active';
  const drawn = JSON.stringify([state, configurations, unreachable, counts]);
  // Drawn anew for nothing, a form would lose the key that is being pasted.
  if (drawn === lastDrawn) return;
  lastDrawn = drawn;
  byId('content').replaceChildren(
    ...(state.status === 'none' ? [] : [licenseSummary(state)]),
    ...(state.status === 'none' || isSignedOut ? [licenseForm(() => void render())] : []),
    ...(state.status === 'connect' || (state.status === 'refused' && !isSignedOut) ? [checkAgain()] : []),
    ...(isUsable ? [mend(unreachable), webhooks(configurations, unreachable), queue(counts)] : []),
  );
  byId('content').removeAttribute('aria-busy');
}

function checkAgain(): HTMLElement {
  const button = h('button', { type: 'button', class: 'primary' }, 'Check again');
  const result = h('p', { class: 'result', role: 'status' });
  button.addEventListener('click', () => {
    void whileBusy(button, async () => {
      const { ok, text } = await requestWorker({ type: 'renew' });
      if (ok) await render();
      else result.textContent = text;
    });
  });
  return h('div', { class: 'actions' }, button, result);
}

/** Chrome's permission was refused or taken away: one press gives it back for all of them. */
function mend(unreachable: Configuration[]): HTMLElement {
  if (unreachable.length === 0) return h('div', { hidden: true });
  const hosts = [...new Set(unreachable.map(({ url }) => hostOf(url)))];
  const allow = h('button', { type: 'button', class: 'primary' }, hosts.length === 1 ? 'Allow' : 'Allow all');
  allow.addEventListener('click', () => {
    void requestHostPermissions(unreachable.map(({ url }) => url)).then(async () => {
      await requestWorker({ type: 'drain' });
      await render();
    });
  });
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
    allow,
  );
}

function webhooks(configurations: Configuration[], unreachable: Configuration[]): HTMLElement {
  if (configurations.length === 0) {
    return h(
      'section',
      { class: 'empty' },
      h('p', {}, 'No webhook yet. Add the place where your leads go.'),
      h('button', { type: 'button', class: 'primary', onClick: () => openOptions('#add') }, 'Add a webhook'),
    );
  }
  const rows = configurations.map((configuration) => {
    const box = h('input', { type: 'checkbox', checked: configuration.chosen });
    box.addEventListener('change', () => void saveConfiguration({ ...configuration, chosen: box.checked }));
    const isBlocked = unreachable.some(({ id }) => id === configuration.id);
    return h(
      'label',
      { class: 'choice' },
      box,
      h(
        'span',
        {},
        configuration.name,
        h('small', {}, isBlocked ? 'needs permission' : hostOf(configuration.url)),
      ),
    );
  });
  return h('fieldset', {}, h('legend', {}, 'Ping sends to'), ...rows);
}

function queue({ waiting, failed }: { waiting: number; failed: number }): HTMLElement {
  if (waiting + failed === 0) return h('p', { class: 'quiet' }, 'Everything is sent.');
  const parts = [
    waiting > 0 && h('span', { class: 'tag warn' }, `${waiting} waiting`),
    failed > 0 && h('span', { class: 'tag bad' }, `${failed} failed`),
  ];
  const retry = h('button', { type: 'button' }, 'Send now');
  retry.addEventListener('click', () => {
    void whileBusy(retry, async () => {
      await requeue(() => true, { alsoFinished: false });
      await requestWorker({ type: 'drain' });
    });
  });
  const details = h('button', { type: 'button', onClick: () => openOptions('#history') }, 'Show');
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

byId('options').addEventListener('click', () => openOptions());
byId('history').addEventListener('click', () => openOptions('#history'));
chrome.storage.onChanged.addListener(() => void render());
void render();
// A contact with the platform now and then keeps the days of grace full.
void requestWorker({ type: 'renew' });
