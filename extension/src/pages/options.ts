import {
  hostOf,
  listConfigurations,
  removeConfiguration,
  type Configuration,
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
import { allowButton } from './allow-button.ts';
import { byId, h, redraw } from './dom.ts';
import { historySection } from './history.ts';
import { licenseSection } from './license-section.ts';
import { webhookForm } from './webhook-form.ts';

const HELD = 'held';

/** The webhook of the open form, so that nothing else takes away what is typed in it. */
let edited: string | undefined;

const announce = (text: string) => (byId('announcement').textContent = text);

/** Shows the list, with the form of the webhook that is being edited; the focus goes to `focusId` where it is named. */
async function renderWebhooks(editing?: string, focusId?: string): Promise<void> {
  edited = editing;
  const [configurations, unreachable] = await Promise.all([listConfigurations(), findUnreachable()]);
  const isBlocked = (id: string) => unreachable.some((one) => one.id === id);
  const onSaved = ({ id, name }: WebhookSettings, isAllowed: boolean) => {
    announce(isAllowed ? `${name} is saved.` : `${name} is saved. Chrome’s permission is still missing.`);
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
    'Add a webhook',
  );
  redraw(
    byId('webhooks'),
    ...(items.length > 0
      ? [h('ul', { class: 'list' }, ...items)]
      : [
          h(
            'p',
            { class: 'quiet' },
            'A webhook is a name and the URL that your tool shows. Add as many as you have places for leads.',
          ),
        ]),
    ...(editing !== undefined && items.length > (editing === 'new' ? 0 : 1)
      ? [h('p', { class: 'hint', id: HELD }, 'Save or cancel the open webhook first.')]
      : []),
    adding
      ? webhookForm({ withMapping: true, onSaved, ...(configurations.length > 0 && { onCancel }) })
      : h('div', { class: 'actions' }, add),
  );
  if (editing) byId('webhooks').querySelector<HTMLElement>('form select')?.focus();
  else if (focusId) document.getElementById(focusId)?.focus();
}

/** After what a row began is done; an open form shows it once it is closed. */
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
  const remove = async () => {
    if (!confirm(`Remove the webhook “${name}”? What waits for it is not sent any more.`)) return;
    await removeConfiguration(id);
    // What waits for it ends now, not when it would have been sent.
    await requeue(({ configurationId }) => configurationId === id, { alsoFinished: false });
    await releaseHostPermission(url);
    await requestWorker({ type: 'drain' });
    announce(`${name} is removed.`);
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
    isBlocked && h('span', { class: 'tag warn' }, 'Needs permission'),
    isBlocked && allow,
    h(
      'button',
      {
        type: 'button',
        id: `edit-${id}`,
        'aria-label': `Edit ${name}`,
        onClick: () => void renderWebhooks(id),
      },
      'Edit',
    ),
    h(
      'button',
      { type: 'button', 'aria-label': `Remove ${name}`, class: 'danger', onClick: () => void remove() },
      'Remove',
    ),
    isBlocked && refused,
  );
  if (isHeld) hold(made);
  return made;
}

/** Its buttons keep their place among the others, and say why they wait. */
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

async function renderLicense(): Promise<void> {
  redraw(byId('license'), await licenseSection(() => void renderLicense()));
}

// The worker learns of a refusal, a renewal or a sign-out elsewhere.
chrome.storage.onChanged.addListener(({ license }) => {
  if (license && !isSameLicense(license.oldValue, license.newValue)) void renderLicense();
});
byId('refresh').addEventListener('click', () => void renderHistory());
void renderWebhooks(location.hash === '#add' ? 'new' : undefined);
void renderHistory();
void renderLicense();
