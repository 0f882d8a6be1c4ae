import type { CurrentReseller } from '@leadping/contracts/commerce/reseller-routes';
import escapeHtml from 'escape-html';

type Addressed = Pick<CurrentReseller, 'slug' | 'subdomain'>;

export const pageUrl = ({ slug, subdomain }: Addressed) => `${location.origin}/r/${slug || subdomain}`;

export const iframeSnippet = (reseller: Addressed & Pick<CurrentReseller, 'businessName'>) =>
  `<iframe
  src="${pageUrl(reseller)}"
  title="${escapeHtml(reseller.businessName)}"
  style="width: 100%; height: 900px; border: 0"
></iframe>`;

export const embedScript = () => `<script src="${location.origin}/embed.js" async></script>`;

export const licenseEndpoint = () => `${location.origin}/api/webhook/license-create`;

export const sampleBody = ({ id }: Pick<CurrentReseller, 'id'>) => `{
  "reseller_id": "${id}",
  "email": "customer@example.com",
  "business_name": "Customer Inc. (optional)",
  "license_type": "standard"
}`;

export const SAMPLE_RESPONSE = `{
  "license_key": "XXXX-XXXX-XXXX-XXXX-XXXX-XXXX-XXXX-XXXX",
  "status": "created"
}`;

export const curlSnippet = ({ id }: Pick<CurrentReseller, 'id'>) => `curl ${licenseEndpoint()} \\
  -H "Authorization: Bearer YOUR_SECRET" \\
  -H "Content-Type: application/json" \\
  -H "Idempotency-Key: order-1001" \\
  -d '{"reseller_id":"${id}","email":"customer@example.com","license_type":"standard"}'`;
