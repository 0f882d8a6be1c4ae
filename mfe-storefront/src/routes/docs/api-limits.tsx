import { BRAND } from '@leadping/contracts/brand';
import { Link } from '@leadping/web-kit/router';
import { FactTable } from '../../features/docs/fact-table.tsx';
import type { Guide } from '../../features/docs/guide.ts';
import { GuidePage } from '../../features/docs/guide-page.tsx';

const TOO_MANY = `HTTP/1.1 429 Too Many Requests
Retry-After: 12
Content-Type: application/json

{ "message": "Too many requests. Please try again in 12 seconds." }`;

const GUIDE: Guide = {
  slug: 'api-limits',
  title: 'Limits',
  outcome:
    'You know what is limited, what is not, and how to stay clear of limits of the tools behind your webhook.',
  needs: ['Nothing. If you call our webhooks from a program of your own, have its code at hand.'],
  before: [
    {
      id: 'our-limits',
      title: 'Ours',
      body: (
        <FactTable
          columns={['What', 'Limit']}
          rows={[
            ['Captures', 'none; one click sends one profile'],
            ['Webhooks in the extension', 'none'],
            ['Devices on one key', '5 at once; a sixth signs out the one unused for longest'],
            ['Time without a connection to us', '30 days, then the license is checked again'],
            ['Body of a capture', 'seven short fields, well under 4 kB'],
            [
              'License checks and license-create calls',
              'generous; past the limit the answer is 429 with Retry-After',
            ],
          ]}
        />
      ),
    },
  ],
  steps: [
    {
      id: 'tool-limits',
      title: 'Look up the limit of your tool',
      body: (
        <p>
          Captures go to your tool directly, so its limit is the one that counts. It is in the tool’s API
          documentation, which each <Link to="/integrations">guide</Link> links. A person pressing a button
          rarely reaches any.
        </p>
      ),
    },
    {
      id: 'wait',
      title: 'Wait as long as Retry-After says',
      body: (
        <p>
          A program that gets a 429 should wait for the seconds in Retry-After, then send the same request
          again.
        </p>
      ),
      code: { title: 'The answer past a limit', text: TOO_MANY },
    },
    {
      id: 'repeat',
      title: 'Repeat safely',
      body: (
        <p>
          Send an <code>Idempotency-Key</code> with each license-create call. The same key gives the same
          license, however often the call is repeated.
        </p>
      ),
    },
  ],
  check: <p>Your program’s log shows no 429 that was not followed by a success.</p>,
  troubles: [
    {
      problem: 'Pings fail in busy hours',
      answer: `Your tool throttles, most likely a trial or a small plan. ${BRAND.name} says so at the button; the press can be repeated.`,
    },
    {
      problem: 'You need more license-create calls',
      answer: (
        <>
          Tell <Link to="/support">support</Link> how many and when, and we raise it.
        </>
      ),
    },
  ],
  related: ['webhooks', 'performance', 'troubleshooting-connection'],
};

export default function ApiLimitsGuide() {
  return <GuidePage guide={GUIDE} />;
}
