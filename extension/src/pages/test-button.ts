import type { Configuration } from '../storage.ts';
import { requestWorker } from '../messages.ts';
import { translate, type TextKey } from '../text.ts';
import { h, whileBusy } from './dom.ts';

interface TestOptions {
  configuration: Configuration;
  class?: string;
  label?: string;
  /** The sentence after a successful test: `$1` is the reply, `$2` the webhook. */
  success?: TextKey;
  onSent?: () => void;
}

/** A button that sends the sample person to a saved webhook, and a line with the result. */
export function testButton({
  configuration,
  success = 'lookForSample',
  onSent = () => {},
  ...look
}: TestOptions): [HTMLButtonElement, HTMLElement] {
  const result = h('p', { class: 'result', role: 'status' });
  const button = h(
    'button',
    { type: 'button', class: look.class ?? '', 'aria-label': look.label ?? false },
    translate('sendTest'),
  );
  button.addEventListener('click', () => {
    void whileBusy(button, async () => {
      result.className = 'result';
      result.textContent = translate('sendingSample');
      const { ok, text: reply } = await requestWorker({ type: 'test', configuration });
      result.className = `result ${ok ? 'good' : 'bad'}`;
      result.textContent = ok ? translate(success, reply, configuration.name) : translate(...reply);
      if (ok) onSent();
    });
  });
  return [button, result];
}
