import { BRAND } from '@leadping/contracts/brand';
import { otherIntegrations } from '../../copy/guides.ts';
import type { Guide } from '../../features/docs/guide.ts';
import { GuidePage } from '../../features/docs/guide-page.tsx';
import { BoardPicture } from '../../features/docs/pictures.tsx';
import { addWebhookStep, EXTENSION_NEEDED, NOTHING_ARRIVES } from '../../features/docs/shared-steps.tsx';

const GUIDE: Guide = {
  slug: 'monday-integration',
  title: `${BRAND.name} with Monday`,
  outcome:
    'Every ping becomes an item on your board, with a column for each data point and a status to work with.',
  tool: {
    name: 'Monday',
    apiDocs: { title: 'Monday API documentation', href: 'https://developer.monday.com/api-reference/docs' },
  },
  needs: [EXTENSION_NEEDED, 'A Monday plan with integrations, and the right to edit a board.'],
  steps: [
    {
      id: 'board',
      title: 'Prepare the board',
      body: (
        <>
          <p>Create a board “LinkedIn leads” with these columns:</p>
          <ul>
            <li>Name (the item itself), Title, Company, Location: text</li>
            <li>Profile URL: link</li>
            <li>Email: email</li>
            <li>Status: status, with New, Contacted and Replied</li>
          </ul>
        </>
      ),
      picture: <BoardPicture />,
    },
    {
      id: 'webhook-automation',
      title: 'Set up the webhook automation',
      body: (
        <ol>
          <li>On the board open Integrate and look for Webhooks.</li>
          <li>Choose the recipe that creates an item when a webhook is received, and copy its URL.</li>
          <li>
            Map the fields: fullName to Name, jobTitle to Title, company to Company, location to Location,
            profileUrl to Profile URL, email to Email.
          </li>
          <li>Set Status to New for each created item.</li>
        </ol>
      ),
    },
    addWebhookStep(
      'Monday board',
      'https://hooks.monday.com/your-webhook-address',
      'Configure the extension',
    ),
  ],
  check: (
    <p>Ping a profile and look at the board: a new item stands at the top of the group, its Status is New.</p>
  ),
  troubles: [
    NOTHING_ARRIVES,
    {
      problem: 'The item has a name and nothing else',
      answer:
        'The mapping was saved before the columns existed. Open the recipe again and choose a column for each field.',
    },
    {
      problem: 'The email column stays empty',
      answer:
        'Most profiles do not show an email address. The field is then null, which Monday leaves empty.',
    },
  ],
  related: otherIntegrations('monday-integration'),
};

export default function MondayGuide() {
  return <GuidePage guide={GUIDE} />;
}
