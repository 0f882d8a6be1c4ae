import { h } from './dom.ts';

/** What is to do where the person said no, or an administrator's policy did without a question. */
const NOT_ALLOWED =
  'Chrome did not give the permission. Press Allow again and agree; in a Chrome that your company manages, ask its administrator.';

interface AllowOptions {
  text?: string;
  id?: string;
  /** Called first thing in the press, as Chrome demands. */
  ask: () => Promise<boolean>;
  onAllowed: () => Promise<void>;
}

/** A button that asks for a permission, and a line that says where it was not given. */
export function allowButton({
  text = 'Allow',
  id,
  ask,
  onAllowed,
}: AllowOptions): [HTMLElement, HTMLElement] {
  const button = h('button', { type: 'button', class: 'primary', ...(id && { id }) }, text);
  const result = h('p', { class: 'result bad', role: 'status' });
  button.addEventListener('click', () => {
    void ask().then(async (isAllowed) => {
      result.textContent = isAllowed ? '' : NOT_ALLOWED;
      if (isAllowed) await onAllowed();
    });
  });
  return [button, result];
}
