import { translate } from '../text.ts';
import { h } from './dom.ts';

interface AllowOptions {
  text?: string;
  id?: string;
  /** Called first in the press handler, as Chrome requires. */
  ask: () => Promise<boolean>;
  onAllowed: () => Promise<void>;
}

/** A button that requests a permission, with a line that reports a denial. */
export function allowButton({
  text = translate('allow'),
  id,
  ask,
  onAllowed,
}: AllowOptions): [HTMLElement, HTMLElement] {
  const button = h('button', { type: 'button', class: 'primary', ...(id && { id }) }, text);
  const result = h('p', { class: 'result bad', role: 'status' });
  button.addEventListener('click', () => {
    void ask().then(async (isAllowed) => {
      result.textContent = isAllowed ? '' : translate('notAllowed');
      if (isAllowed) await onAllowed();
    });
  });
  return [button, result];
}
