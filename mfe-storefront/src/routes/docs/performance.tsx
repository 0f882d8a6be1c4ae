import { BRAND } from '@leadping/contracts/brand';
import { FIGURES } from '../../copy/figures.ts';
import { FactTable } from '../../features/docs/fact-table.tsx';
import type { Guide } from '../../features/docs/guide.ts';
import { GuidePage } from '../../features/docs/guide-page.tsx';

const MEASURE = `curl -o /dev/null -s -w '%{http_code} in %{time_total} s\\n' \\
  -X POST -H 'Content-Type: application/json' \\
  -d '{"fullName":"Test Person"}' https://your-webhook-url`;

const GUIDE: Guide = {
  slug: 'performance',
  title: 'Speed and performance',
  outcome: `Your pings arrive in ${FIGURES.deliveryFaq} as they should, or you know which part of the way is slow.`,
  needs: ['A webhook that already works. For the measuring in step 2 a terminal.'],
  before: [
    {
      id: 'the-way',
      title: 'The way of a ping',
      body: (
        <FactTable
          columns={['Part', 'Usually', 'Depends on']}
          rows={[
            ['Reading the profile', 'at once', 'your computer; the page must have finished loading'],
            ['Sending it', 'under a second', 'your connection'],
            ['Your tool’s answer', 'about a second', 'the tool'],
            [
              'Showing it in the tool',
              'seconds',
              'the tool’s automation; some plans check only every few minutes',
            ],
          ]}
        />
      ),
    },
  ],
  steps: [
    {
      id: 'load',
      title: 'Let the profile load',
      body: (
        <p>The button appears when the name is there. Connections and contact details load a moment later.</p>
      ),
    },
    {
      id: 'measure',
      title: 'Measure your webhook',
      body: (
        <p>
          This sends a test person and prints how long your tool took. Above two seconds, the tool is the slow
          part.
        </p>
      ),
      code: { title: 'In a terminal', text: MEASURE },
    },
    {
      id: 'shorten',
      title: 'Shorten the way',
      body: (
        <p>
          A webhook straight into the CRM is faster than one over an automation tool. Where a chain is needed,
          let its first step answer at once and do the rest afterwards.
        </p>
      ),
    },
    {
      id: 'browser',
      title: 'Look at the browser',
      body: (
        <p>
          {BRAND.name} does nothing on other sites and holds no data in the background. If profiles open
          slowly, switch off the other extensions one by one on the Chrome extensions page.
        </p>
      ),
    },
  ],
  check: (
    <p>
      The command prints a status from 200 to 299 in less than two seconds, and a ping is answered as fast.
    </p>
  ),
  troubles: [
    {
      problem: 'Pinged at once, but visible in the tool minutes later',
      answer: 'The tool took it and works on it later. Zapier and others run cheaper plans in intervals.',
    },
    {
      problem: 'Slow only in the office',
      answer:
        'A proxy or a virus scanner looks into each connection. Ask for an exception for your tool’s address.',
    },
  ],
  related: ['api-limits', 'webhooks', 'troubleshooting-connection'],
};

export default function PerformanceGuide() {
  return <GuidePage guide={GUIDE} />;
}
