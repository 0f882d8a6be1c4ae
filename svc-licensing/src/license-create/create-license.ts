import {
  LicenseCreateBody,
  type licenseCreateWebhook,
} from '@leadping/contracts/licensing/license-create-routes';
import type { RequestOf } from '@leadping/contracts/route';
import { DomainError } from '@leadping/service-kit/domain-error';
import secureJsonParse from 'secure-json-parse';
import type { LicensingContext } from '../context.ts';
import { findReseller, requireActive } from '../sellers/find-reseller.ts';
import { issueOnRequest } from '../licenses/issue-on-request.ts';
import type { LicenseDraft } from '../licenses/issue-license.ts';
import type { IssuedLicense } from '../licenses/license.model.ts';
import { authenticate } from './authenticate.ts';

/**
 * Makes a license for a reseller's own system: who sent it is checked before anything is disclosed about the reseller, and
 * a repeat returns the license it made, without using the quota.
 */
export async function createLicense(
  licensing: LicensingContext,
  request: { headers: RequestOf<typeof licenseCreateWebhook>['headers']; body: Buffer },
): Promise<IssuedLicense> {
  const body = readBody(request.body);
  const reseller = await findReseller(licensing, body.reseller_id);
  const access = reseller && (await licensing.accesses.findById(reseller.resellerId).lean());
  const proof = authenticate(access, request, licensing.sealer);
  const { resellerId, businessName } = requireActive(reseller);

  const draft: LicenseDraft = {
    email: body.email,
    customerBusinessName: body.business_name,
    origin: 'webhook',
    seller: { resellerId, businessName },
  };
  const { 'idempotency-key': unsigned, 'webhook-id': signed } = request.headers;
  // If the request is signed, only a signed header counts. With an unsigned one, a captured request could create many
  // licenses.
  const idempotencyKey = (proof === 'secret' ? unsigned : undefined) ?? signed;
  const repeatable = { sender: `webhook:${resellerId}`, idempotencyKey };
  return issueOnRequest(licensing, draft, repeatable, { resellerId });
}

function readBody(body: Buffer): LicenseCreateBody {
  let parsed: unknown;
  try {
    parsed = secureJsonParse.parse(body);
  } catch {
    throw new DomainError('VALIDATION_FAILED', 'The body is not valid JSON.');
  }
  return LicenseCreateBody.parse(parsed);
}
