import { BRAND } from '@leadping/contracts/brand';
import { Link } from '@leadping/web-kit/router';
import { FactTable } from '../../features/docs/fact-table.tsx';
import type { Guide } from '../../features/docs/guide.ts';
import { GuidePage } from '../../features/docs/guide-page.tsx';

const TEST = `curl -i -X POST -H 'Content-Type: application/json' \\
  -d '{"fullName":"Test Person","jobTitle":"Tester","company":"Test Ltd",
       "location":"Nowhere","connections":1,
       "profileUrl":"https://www.linkedin.com/in/test","email":null}' \\
  https://your-webhook-url`;

const GUIDE: Guide = {
  slug: 'troubleshooting-connection',
  title: 'Troubleshooting: connection',
  outcome: 'You have found the link in the chain that does not hold, and pings arrive again.',
  needs: ['The webhook URL as your tool shows it today.', 'For step 3 a terminal, on Windows as on a Mac.'],
  steps: [
    {
      id: 'read',
      title: 'Read what the button says',
      body: (
        <FactTable
          columns={['It says', 'Look at']}
          rows={[
            ['Could not be reached', 'your connection, the URL, Chrome’s permission for that address'],
            ['Answered 401 or 403', 'a token in the URL that is wrong or has run out'],
            ['Answered 404 or 410', 'the tool has removed the webhook; make a new one'],
            ['Answered 429', 'the tool is throttling; wait and press again'],
            ['Answered 500 and above', 'the tool has a problem of its own; see its status page'],
          ]}
        />
      ),
    },
    {
      id: 'compare',
      title: 'Compare the URL',
      body: (
        <p>
          Copy it from the tool once more and save it in {BRAND.name} in place of the old one. It must begin
          with https and have its whole end.
        </p>
      ),
    },
    {
      id: 'without',
      title: 'Send without the extension',
      body: (
        <p>
          This sends the same shape from your terminal. If it arrives, the way from Chrome is at fault, and
          step 4 helps. If not, the tool’s side is.
        </p>
      ),
      code: { title: 'In a terminal', text: TEST },
    },
    {
      id: 'permission',
      title: 'Allow the address in Chrome',
      body: (
        <p>
          Remove the webhook in {BRAND.name} and add it again. Chrome asks whether it may reach the address:
          allow it.
        </p>
      ),
    },
    {
      id: 'network',
      title: 'Try another network',
      body: (
        <p>
          With a phone as the access point you see at once whether a company’s proxy or firewall stands
          between. If so, ask for an exception for the address.
        </p>
      ),
    },
  ],
  check: <p>A ping is answered with “Pinged”, and the person is in your tool.</p>,
  troubles: [
    {
      problem: 'The terminal’s test arrives, pings do not',
      answer:
        'Another extension may block requests: ad blockers and privacy tools do. Pause them for the address.',
    },
    {
      problem: 'Everything says success, but nobody is in the tool',
      answer:
        'The webhook took it, the automation behind it did not. Its run history in the tool says at which step it stopped.',
    },
    {
      problem: 'You are stuck',
      answer: (
        <>
          Open a ticket in the <Link to="/support">support center</Link> with the message of the button and
          the name of your tool. Leave the URL out: it is as good as a password.
        </>
      ),
    },
  ],
  related: ['webhooks', 'api-limits', 'performance', 'troubleshooting-install'],
};

export default function TroubleshootingConnectionGuide() {
  return <GuidePage guide={GUIDE} />;
}
