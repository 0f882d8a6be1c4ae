import { BRAND } from '@leadping/contracts/brand';
import { Link } from '@leadping/web-kit/router';
import { SAMPLE_CAPTURE } from '../../copy/capture.ts';
import { DataPoints } from '../../features/docs/data-points.tsx';
import type { Guide } from '../../features/docs/guide.ts';
import { GuidePage } from '../../features/docs/guide-page.tsx';
import { AddWebhookPicture } from '../../features/docs/pictures.tsx';
import { EXTENSION_NEEDED, NOTHING_ARRIVES } from '../../features/docs/shared-steps.tsx';

const REQUEST = `POST /leads HTTP/1.1
Content-Type: application/json
Idempotency-Key: 5f0c2d1e-8f4b-4f0a-9a51-0c8a6d0f7b11

${SAMPLE_CAPTURE}`;

const SERVER = `import http from 'node:http';

const seen = new Set();

http
  .createServer(async (request, response) => {
    const key = request.headers['idempotency-key'];
    let body = '';
    for await (const part of request) body += part;
    if (!seen.has(key)) {
      seen.add(key);
      console.log(JSON.parse(body));
    }
    response.writeHead(200).end();
  })
  .listen(3000);`;

const GUIDE: Guide = {
  slug: 'webhooks',
  title: 'Webhooks',
  outcome: `${BRAND.name} sends each capture to an address of yours, and you know exactly what arrives there.`,
  needs: [
    EXTENSION_NEEDED,
    'An https address that takes a POST request with JSON: from your CRM, an automation tool, or a server of your own.',
  ],
  steps: [
    {
      id: 'add',
      title: 'Add the webhook',
      body: <p>A webhook is a name and a URL. Add as many as you have places for leads.</p>,
      picture: <AddWebhookPicture name="Own server" url="https://leads.example.com/leads" />,
    },
    {
      id: 'request',
      title: 'Know the request',
      body: (
        <p>
          Each press is one POST with the seven fields. The header <code>Idempotency-Key</code> is new for
          each press and the same when one press is sent again, so that you can drop the copy.
        </p>
      ),
      code: { title: 'What arrives', text: REQUEST },
    },
    {
      id: 'answer',
      title: 'Answer',
      body: (
        <p>
          Any status from 200 to 299 counts as delivered; the body of your answer is not read. Answer first
          and do slow work afterwards: the person who pressed the button is waiting.
        </p>
      ),
      code: { title: 'A whole receiver in Node.js', text: SERVER },
    },
  ],
  check: <p>Ping a profile. Your receiver prints the seven fields, and the button answers “Pinged”.</p>,
  after: [
    { id: 'fields', title: 'The fields', body: <DataPoints /> },
    {
      id: 'safety',
      title: 'Keep it private',
      body: (
        <p>
          Whoever knows the URL can send to it. Put a long random part into it, as every tool does, and treat
          it like a password. To change it, make a new one, save it in the extension, and remove the old one.
        </p>
      ),
    },
    {
      id: 'resellers',
      title: 'For resellers',
      body: (
        <p>
          The order notifications and the license-creation call are other webhooks. They are described in the
          reseller dashboard, and in short on the page of the{' '}
          <Link to="/reseller-program">reseller program</Link>.
        </p>
      ),
    },
  ],
  troubles: [
    NOTHING_ARRIVES,
    {
      problem: 'The browser asks for permission, or it was refused',
      answer:
        'Chrome asks once for each new address. Remove the webhook and add it again, and allow it this time.',
    },
    {
      problem: 'The same person arrives twice',
      answer:
        'Two presses are two captures. Tell people apart by profileUrl, repeats of one press by Idempotency-Key.',
    },
  ],
  related: ['field-mapping', 'api-limits', 'troubleshooting-connection', 'zapier-integration'],
};

export default function WebhooksGuide() {
  return <GuidePage guide={GUIDE} />;
}
