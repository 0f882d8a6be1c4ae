import { listConfigurations, type Configuration } from '../configurations/configuration.ts';
import { findUnreachable, requestHostPermissions } from '../configurations/host-permissions.ts';
import { readLicenseState, type LicenseState } from '../license/license-state.ts';
import { requestWorker } from '../messages.ts';
import { allowButton } from './allow-button.ts';
import { byId, h, whileBusy } from './dom.ts';
import { licenseForm, licenseSummary } from './license-form.ts';
import { webhookForm } from './webhook-form.ts';

type Step = 'key' | 'webhook' | 'test';

/** The step that is open, once the page was drawn. */
let current: Step | undefined;
let isTested = false;

/** Three steps: the key, a webhook, a test. Each opens when the one before it is done. */
async function render(): Promise<void> {
  const state = await readLicenseState(Date.now());
  const [[configuration], unreachable] = await Promise.all([listConfigurations(), findUnreachable()]);
  const isActive = state.status === 'active';
  const isBlocked = unreachable.some(({ id }) => id === configuration?.id);
  byId('step-key').replaceChildren(...keyStep(state));
  byId('step-webhook').replaceChildren(
    configuration
      ? savedWebhook(configuration, isBlocked)
      : isActive
        ? webhookForm({ withMapping: false, onSaved: () => void render() })
        : h('p', { class: 'quiet' }, 'Opens after the key.'),
  );
  byId('step-test').replaceChildren(
    isActive && configuration && !isBlocked
      ? testStep(configuration)
      : h('p', { class: 'quiet' }, isActive ? 'Opens after the webhook.' : 'Opens after the key.'),
  );
  for (const [id, isDone] of [
    ['key', isActive],
    ['webhook', Boolean(configuration) && !isBlocked],
    ['test', isTested],
  ] as const) {
    byId(`heading-${id}`).toggleAttribute('data-done', isDone);
  }
  byId('next').hidden = !(isActive && isTested);
  continueAt(!isActive ? 'key' : !configuration || isBlocked ? 'webhook' : 'test');
}

/** Where a step was done by the person who is here, the focus and the voice continue at the next one. */
function continueAt(step: Step): void {
  const isDone = current !== undefined && current !== step;
  current = step;
  if (!isDone) return;
  const heading = byId(`heading-${step}`).lastChild?.textContent ?? '';
  byId('announcement').textContent = `Done. Next: ${heading}.`;
  byId(`step-${step}`).querySelector<HTMLElement>('select, input, button')?.focus();
}

function keyStep(state: LicenseState): HTMLElement[] {
  const form = () => licenseForm(() => void render());
  if (state.status === 'active') return [licenseSummary(state)];
  return state.status === 'none' ? [form()] : [licenseSummary(state), form()];
}

function savedWebhook({ name, url }: Configuration, isBlocked: boolean): HTMLElement {
  const line = h(
    'p',
    {},
    h('b', {}, name),
    ' ',
    h('span', { class: `tag ${isBlocked ? 'warn' : 'good'}` }, isBlocked ? 'Needs permission' : 'Saved'),
  );
  if (!isBlocked) return line;
  const allow = allowButton({
    ask: () => requestHostPermissions([url]),
    onAllowed: async () => {
      await requestWorker({ type: 'drain' });
      await render();
    },
  });
  const why = `Chrome asks once whether Leadping may send to ${new URL(url).host}.`;
  return h('div', {}, line, h('p', { class: 'quiet' }, why), h('div', { class: 'actions' }, ...allow));
}

function testStep(configuration: Configuration): HTMLElement {
  const result = h('p', { class: 'result', role: 'status' });
  const button = h('button', { type: 'button', class: 'primary' }, 'Send a test');
  button.addEventListener('click', () => {
    void whileBusy(button, async () => {
      result.className = 'result';
      result.textContent = 'Sending…';
      const { ok, text } = await requestWorker({ type: 'test', configuration });
      result.className = `result ${ok ? 'good' : 'bad'}`;
      result.textContent = ok
        ? `${text} Look for Maya Lindqvist in ${configuration.name}, then open a profile and press Ping.`
        : text;
      isTested ||= ok;
      byId('heading-test').toggleAttribute('data-done', isTested);
      byId('next').hidden = !isTested;
    });
  });
  return h(
    'div',
    {},
    h('p', {}, 'Sends Maya Lindqvist, an invented person, to ', h('b', {}, configuration.name), '.'),
    h('div', { class: 'actions' }, button),
    result,
  );
}

byId('settings').addEventListener('click', () => chrome.runtime.openOptionsPage());
void render();
