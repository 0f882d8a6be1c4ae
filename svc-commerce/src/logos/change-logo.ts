import { recordChange } from '@leadping/service-kit/audit/record-change';
import { DomainError } from '@leadping/service-kit/domain-error';
import { randomBytes } from 'node:crypto';
import type { CommerceContext } from '../context.ts';
import { acceptImage } from './accept-image.ts';

/**
 * Makes an upload the reseller's logo and returns its name. A name is used once, so that caches may keep it for ever.
 * @throws {DomainError} LOGO_REFUSED, NOT_FOUND
 */
export async function setLogo(
  commerce: CommerceContext,
  resellerId: string,
  upload: Buffer,
): Promise<string> {
  const { bytes, extension } = await acceptImage(upload);
  const name = `${randomBytes(16).toString('base64url')}.${extension}`;
  await commerce.logos.write(name, bytes);
  await pointTo(commerce, resellerId, name);
  return name;
}

/** @throws {DomainError} NOT_FOUND */
export async function removeLogo(commerce: CommerceContext, resellerId: string): Promise<void> {
  await pointTo(commerce, resellerId, null);
}

async function pointTo(
  { resellers, logos }: CommerceContext,
  resellerId: string,
  logoName: string | null,
): Promise<void> {
  const before = await resellers
    .findOneAndUpdate(
      { _id: resellerId, deletedAt: null },
      { $set: { logoName } },
      { returnDocument: 'before' },
    )
    .lean();
  if (before)
    recordChange({ target: resellerId, before: { logoName: before.logoName }, after: { logoName } });
  const unused = before ? before.logoName : logoName;
  if (unused !== null) await logos.remove(unused);
  if (!before) throw new DomainError('NOT_FOUND', 'This reseller does not exist.');
}
