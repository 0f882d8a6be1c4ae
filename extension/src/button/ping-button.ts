import type { CaptureReply } from '../messages.ts';
import css from './button.css?text';

export const HOST_TAG = 'leadping-button';
const REST_MS = 5000;

export const TRY_AGAIN: CaptureReply = { state: 'refused', text: 'Try again', detail: '' };

/** The button in a closed shadow root: the page's scripts reach neither it nor what it says. */
export function createPingButton(onPress: () => Promise<CaptureReply>): HTMLElement {
  const host = document.createElement(HOST_TAG);
  const root = host.attachShadow({ mode: 'closed' });
  const sheet = new CSSStyleSheet();
  // Not a style element: the site's content policy would refuse it.
  sheet.replaceSync(css);
  root.adoptedStyleSheets = [sheet];
  const button = document.createElement('button');
  button.title = 'Send this profile';
  const label = document.createElement('span');
  const status = document.createElement('p');
  status.setAttribute('role', 'status');
  button.append(label);
  root.append(button, status);

  let timer: ReturnType<typeof setTimeout> | undefined;
  let isBusy = false;
  const rest = () => {
    clearTimeout(timer);
    label.textContent = 'Ping!';
    // A live region that gets the words it has already is not read again.
    status.textContent = status.className = '';
    button.removeAttribute('data-state');
  };
  /** Until a while later, or the next press. */
  const show = ({ state, text, detail }: CaptureReply) => {
    label.textContent = text;
    button.dataset.state = state;
    status.textContent = `${text}\n${detail}`;
    // Eyes read the text on the button.
    status.className = detail && 'seen';
    timer = setTimeout(rest, REST_MS);
  };
  button.addEventListener('click', (event) => {
    // The card around may be a link by script.
    event.stopPropagation();
    // A page can dispatch a click on the host: only a person's press captures.
    if (!event.isTrusted || isBusy) return;
    isBusy = true;
    rest();
    label.textContent = 'Sending…';
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
  return host;
}
