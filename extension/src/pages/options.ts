import {
  hostOf,
  listConfigurations,
  removeConfiguration,
  type WebhookSettings,
} from '../configurations/configuration.ts';
import {
  findUnreachable,
  releaseHostPermission,
  requestHostPermissions,
} from '../configurations/host-permissions.ts';
import { PRESETS } from '../configurations/presets.ts';
import { requestWorker } from '../messages.ts';
import { isSameLicense } from '../license/license-state.ts';
import { requeue } from '../outbox/outbox.ts';
import type { Configuration } from '../storage.ts';
import { translate } from '../text.ts';
import { allowButton } from './allow-button.ts';
import { byId, h, redraw } from './dom.ts';
import { historySection } from './history.ts';
import { memorySection } from './memory.ts';
import { licenseSection } from './license-section.ts';
import { testButton } from './test-button.ts';
import { translatePage } from './translate-page.ts';
import { quietModeRow } from './quiet-mode.ts';
import { webhookForm } from './webhook-form.ts';

const HELD = 'held';

/** The webhook of the open form. Updates skip it, so that typed text is kept. */
let edited: string | undefined;

const announce = (text: string) => (byId('announcement').textContent = text);

/** Shows the list and the form of the webhook that is being edited. Focuses `focusId` if it is given. */
async function renderWebhooks(editing?: string, focusId?: string): Promise<void> {
  edited = editing;
  const [configurations, unreachable] = await Promise.all([listConfigurations(), findUnreachable()]);
  const isBlocked = (id: string) => unreachable.some((one) => one.id === id);
  const onSaved = ({ id, name }: WebhookSettings, isAllowed: boolean) => {
    announce(translate(isAllowed ? 'webhookSaved' : 'webhookSavedNotAllowed', name));
    void renderWebhooks(undefined, `edit-${id}`);
  };
  const onCancel = () => void renderWebhooks(undefined, editing === 'new' ? 'add' : `edit-${editing}`);
  const items = configurations.map((configuration) =>
    configuration.id === editing
      ? h('li', {}, webhookForm({ configuration, withMapping: true, onSaved, onCancel }))
      : row(configuration, isBlocked(configuration.id), editing !== undefined),
  );
  const adding = editing === 'new' || configurations.length === 0;
  const add = h(
    'button',
    { type: 'button', class: 'primary', id: 'add', onClick: () => void renderWebhooks('new') },
    translate('addWebhook'),
  );
  redraw(
    byId('webhooks'),
    ...(items.length > 0
      ? [h('ul', { class: 'list' }, ...items)]
      : [h('p', { class: 'quiet' }, translate('webhookIntro'))]),
    ...(editing !== undefined && items.length > (editing === 'new' ? 0 : 1)
      ? [h('p', { class: 'hint', id: HELD }, translate('webhookOpenFirst'))]
      : []),
    adding
      ? webhookForm({ withMapping: true, onSaved, ...(configurations.length > 0 && { onCancel }) })
      : h('div', { class: 'actions' }, add),
  );
  if (editing) byId('webhooks').querySelector<HTMLElement>('form select')?.focus();
  else if (focusId) document.getElementById(focusId)?.focus();
}

/** Renders after an action of a row, or later if a form is open. */
async function renderUnlessEdited(focusId: string): Promise<void> {
  if (edited === undefined) await renderWebhooks(undefined, focusId);
}

function row(configuration: Configuration, isBlocked: boolean, isHeld: boolean): HTMLElement {
  const { id, name, url, preset } = configuration;
  const [allow, refused] = allowButton({
    id: `allow-${id}`,
    ask: () => requestHostPermissions([url]),
    onAllowed: async () => {
      await requestWorker({ type: 'drain' });
      await renderUnlessEdited(`edit-${id}`);
    },
  });
  const [test, tested] = testButton({ configuration, label: translate('testName', name) });
  const remove = async () => {
    if (!confirm(translate('removeWebhook', name))) return;
    await removeConfiguration(id);
    // Its waiting captures end now instead of at their next attempt.
    await requeue(({ configurationId }) => configurationId === id, { alsoFinished: false });
    await releaseHostPermission(url);
    await requestWorker({ type: 'drain' });
    announce(translate('webhookIsRemoved', name));
    await renderUnlessEdited('add');
  };
  const made = h(
    'li',
    {},
    h(
      'span',
      {},
      name,
      h(
        'small',
        {},
        preset === 'custom' || PRESETS[preset].title === name
          ? hostOf(url)
          : `${PRESETS[preset].title}, ${hostOf(url)}`,
      ),
    ),
    isBlocked && h('span', { class: 'tag warn' }, translate('needsPermission')),
    isBlocked && allow,
    !isBlocked && test,
    h(
      'button',
      {
        type: 'button',
        id: `edit-${id}`,
        'aria-label': translate('editName', name),
        onClick: () => void renderWebhooks(id),
      },
      translate('edit'),
    ),
    h(
      'button',
      {
        type: 'button',
        'aria-label': translate('removeName', name),
        class: 'danger',
        onClick: () => void remove(),
      },
      translate('remove'),
    ),
    isBlocked ? refused : tested,
  );
  if (isHeld) hold(made);
  return made;
}

/** Disables the buttons in place and explains why they wait. */
function hold(made: HTMLElement): void {
  made.addEventListener('click', (event) => event.stopPropagation(), { capture: true });
  for (const button of made.querySelectorAll('button')) {
    button.setAttribute('aria-disabled', 'true');
    button.setAttribute('aria-describedby', HELD);
  }
}

async function renderHistory(): Promise<void> {
  redraw(byId('captures'), await historySection());
}

async function renderMemory(): Promise<void> {
  redraw(byId('memory'), await memorySection());
}

async function renderLicense(): Promise<void> {
  redraw(byId('license'), await licenseSection(() => void renderLicense()));
}

translatePage();
// The worker receives rejections, renewals and sign-outs from elsewhere.
chrome.storage.onChanged.addListener(({ license }) => {
  if (license && !isSameLicense(license.oldValue, license.newValue)) void renderLicense();
});
byId('refresh').addEventListener('click', () => {
  void renderHistory();
  void renderMemory();
});
void renderWebhooks(location.hash === '#add' ? 'new' : undefined);
void renderHistory();
void renderMemory();
void renderLicense();
void quietModeRow().then((row) => redraw(byId('profiles'), row));
