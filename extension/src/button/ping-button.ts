import type { CaptureReply } from '../messages.ts';
import css from './button.css?text';

export const HOST_TAG = 'leadping-button';
const REST_MS = 5000;

export const TRY_AGAIN: CaptureReply = { state: 'refused', text: 'Try again', detail: '' };

export interface PingButton {
  host: HTMLElement;
  /** Shows a state, and after a while the beginning again. */
  show: (reply: Pick<CaptureReply, 'state' | 'text' | 'detail'>) => void;
  remove: () => void;
}

/** The button in a closed shadow root: the page's scripts reach neither it nor what it says. */
export function createPingButton(onPress: () => Promise<CaptureReply>): PingButton {
  const host = document.createElement(HOST_TAG);
  const root = host.attachShadow({ mode: 'closed' });
  const sheet = new CSSStyleSheet();
  // Not a style element: the site's content policy would refuse it.
  sheet.replaceSync(css);
  root.adoptedStyleSheets = [sheet];
  const button = document.createElement('button');
  button.type = 'button';
  const label = document.createElement('span');
  const status = document.createElement('span');
  status.setAttribute('role', 'status');
  button.append(label);
  root.append(button, status);

  let timer: ReturnType<typeof setTimeout> | undefined;
  let isBusy = false;
  const rest = () => {
    label.textContent = 'Ping!';
    // A live region that gets the words it has already is not read again.
    status.textContent = '';
    button.removeAttribute('data-state');
    button.title = 'Send this profile';
  };
  const show: PingButton['show'] = ({ state, text, detail }) => {
    clearTimeout(timer);
    label.textContent = text;
    button.dataset.state = state;
    button.title = detail;
    status.textContent = detail ? `${text} ${detail}` : text;
    timer = setTimeout(rest, REST_MS);
  };
  button.addEventListener('click', (event) => {
    // The card around may be a link by script.
    event.stopPropagation();
    // A page can dispatch a click on the host: only a person's press captures.
    if (!event.isTrusted || isBusy) return;
    isBusy = true;
    clearTimeout(timer);
    button.setAttribute('aria-disabled', 'true');
    void onPress()
      .catch(() => TRY_AGAIN)
      .then(show)
      .finally(() => {
        isBusy = false;
        button.removeAttribute('aria-disabled');
      });
  });
  rest();
  return {
    host,
    show,
    remove: () => {
      clearTimeout(timer);
      host.remove();
    },
  };
}
