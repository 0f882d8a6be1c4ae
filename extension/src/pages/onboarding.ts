import { listConfigurations, type Configuration } from '../configurations/configuration.ts';
import { readLicenseState } from '../license/license-state.ts';
import { requestWorker } from '../messages.ts';
import { byId, h, whileBusy } from './dom.ts';
import { licenseForm, licenseSummary } from './license-form.ts';
import { webhookForm } from './webhook-form.ts';

/** Three steps: the key, a webhook, a test. Each opens when the one before it is done. */
async function render(): Promise<void> {
  const state = await readLicenseState(Date.now());
  const [configuration] = await listConfigurations();
  const isActive = state.status === 'active';
  byId('step-key').replaceChildren(isActive ? licenseSummary(state) : licenseForm(() => void render()));
  byId('step-webhook').replaceChildren(
    configuration
      ? h('p', {}, h('b', {}, configuration.name), ' ', h('span', { class: 'tag good' }, 'Saved'))
      : isActive
        ? webhookForm({ withMapping: false, onSaved: () => void render() })
        : h('p', { class: 'quiet' }, 'After the key.'),
  );
  byId('step-test').replaceChildren(
    isActive && configuration ? testStep(configuration) : h('p', { class: 'quiet' }, 'After the webhook.'),
  );
  for (const [id, isDone] of [
    ['key', isActive],
    ['webhook', Boolean(configuration)],
  ] as const) {
    byId(`heading-${id}`).toggleAttribute('data-done', isDone);
  }
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
        ? `${text}. Look for Maya Lindqvist in ${configuration.name}, then open a profile and press Ping.`
        : text;
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

void render();
