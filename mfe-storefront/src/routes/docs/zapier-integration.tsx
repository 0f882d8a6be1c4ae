import { BRAND } from '@leadping/contracts/brand';
import { SAMPLE_CAPTURE } from '../../copy/capture.ts';
import type { Guide } from '../../features/docs/guide.ts';
import { GuidePage } from '../../features/docs/guide-page.tsx';
import { addWebhookStep, EXTENSION_NEEDED, NOTHING_ARRIVES } from '../../features/docs/shared-steps.tsx';

const GUIDE: Guide = {
  slug: 'zapier-integration',
  title: `${BRAND.name} with Zapier`,
  outcome:
    'Every ping starts a Zap, and from there goes to any app that Zapier knows. The example fills a Google Sheet.',
  tool: {
    name: 'Zapier',
    apiDocs: { title: 'Zapier developer documentation', href: 'https://docs.zapier.com/' },
  },
  needs: [
    EXTENSION_NEEDED,
    'A Zapier plan with Webhooks by Zapier, which is one of its premium apps.',
    'For the example: a Google Sheet with the columns Name, Title, Company, Location, Connections, Profile URL, Email.',
  ],
  steps: [
    {
      id: 'trigger',
      title: 'Create a Zap with a catch hook',
      body: (
        <ol>
          <li>In Zapier create a Zap. As the trigger choose Webhooks by Zapier, event Catch Hook.</li>
          <li>Leave “Pick off a child key” empty and go on. Copy the webhook URL.</li>
        </ol>
      ),
    },
    addWebhookStep('Zapier', 'https://hooks.zapier.com/hooks/catch/481516/2342abc/'),
    {
      id: 'sample',
      title: 'Let Zapier see a capture',
      body: <p>Ping any profile, then press Test trigger. Zapier shows a request with this shape:</p>,
      code: { title: 'What Zapier receives', text: SAMPLE_CAPTURE },
    },
    {
      id: 'action',
      title: 'Choose where it goes',
      body: (
        <ol>
          <li>Add the action Google Sheets, Create Spreadsheet Row, and choose your sheet.</li>
          <li>Put fullName in Name, jobTitle in Title, and so on for all seven.</li>
          <li>Test the step, then publish the Zap.</li>
        </ol>
      ),
    },
  ],
  check: (
    <p>
      Ping another profile. A row is in the sheet within moments, and the Zap’s history shows a run without
      errors.
    </p>
  ),
  after: [
    {
      id: 'more',
      title: 'More to do with it',
      body: (
        <ul>
          <li>
            <b>Filter:</b> continue only if email exists, or if jobTitle contains “founder”.
          </li>
          <li>
            <b>Formatter:</b> split fullName at the last space into first and last name.
          </li>
          <li>
            <b>Two places at once:</b> a second action posts the same person to Slack.
          </li>
        </ul>
      ),
    },
  ],
  troubles: [
    NOTHING_ARRIVES,
    {
      problem: 'The test finds no request',
      answer:
        'Ping after the URL was copied, wait a few seconds and test again. Each Zap has an address of its own.',
    },
    {
      problem: 'Runs are held or throttled',
      answer:
        'Zapier limits how many tasks a plan runs. The captures are kept in the Zap’s history, from which they can be replayed.',
    },
  ],
  related: [
    'gohighlevel-integration',
    'hubspot-integration',
    'salesforce-integration',
    'pipedrive-integration',
    'monday-integration',
    'airtable-integration',
  ],
};

export default function ZapierGuide() {
  return <GuidePage guide={GUIDE} />;
}
