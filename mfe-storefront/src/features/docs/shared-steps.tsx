import { BRAND } from '@leadping/contracts/brand';
import { Link } from '@leadping/web-kit/router';
import type { ReactNode } from 'react';
import { FIGURES } from '../../copy/figures.ts';
import type { GuideStep, Trouble } from './guide.ts';
import { AddWebhookPicture } from './pictures.tsx';

/** What every integration needs before its first step. */
export const EXTENSION_NEEDED: ReactNode = (
  <>
    {BRAND.name} installed and activated: <Link to="/docs/installation">the installation guide</Link> takes{' '}
    {FIGURES.setupTime}.
  </>
);

/** The step that is the same for every tool: its address is saved in the extension. */
export function addWebhookStep(
  name: string,
  url: string,
  title = 'Add the webhook in the extension',
): GuideStep {
  return {
    id: 'add-webhook',
    title,
    body: (
      <ol>
        <li>Open {BRAND.name} from the puzzle icon in Chrome’s toolbar.</li>
        <li>Add a webhook: give it the name “{name}” and paste the URL.</li>
        <li>Save. Chrome may ask whether the extension may reach that address; allow it.</li>
      </ol>
    ),
    picture: <AddWebhookPicture name={name} url={url} />,
  };
}

/** What goes wrong with any tool. */
export const NOTHING_ARRIVES: Trouble = {
  problem: 'The button says it was sent, but nothing arrives',
  answer: (
    <>
      Copy the URL from the tool once more and compare it in the extension, character by character: a missing
      end is the usual reason. <Link to="/docs/troubleshooting-connection">Troubleshooting: connection</Link>{' '}
      goes through the rest.
    </>
  ),
};

export const NO_BUTTON: Trouble = {
  problem: 'Ping button not showing',
  answer:
    'Refresh the page, be on a profile page (not the feed or a search), and check on the Chrome extensions page that the extension has permission on the networking site.',
};
