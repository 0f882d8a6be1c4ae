import {
  erasureRequested,
  PERSONAL_SERVICES,
  type PersonalService,
  type personErased,
} from '@leadping/contracts/support/privacy-events';
import type { Erasure } from '@leadping/contracts/support/privacy-routes';
import type { PayloadOf } from '@leadping/contracts/event';
import { DomainError } from '@leadping/service-kit/domain-error';
import { erasedEmailPlace } from '@leadping/service-kit/data/sealed-places';
import { buildSealer } from '@leadping/service-kit/data/sealed-text';
import { outboxEntry } from '@leadping/service-kit/messaging/outbox';
import { maskEmail } from '@leadping/service-kit/privacy/mask-email';
import { randomUUID } from 'node:crypto';
import { trusted } from 'mongoose';
import type { SupportContext } from '../context.ts';
import type { ErasureDocument } from './erasure.model.ts';
import { readPerson } from './read-person.ts';

const REPUBLISH_MS = 5 * 60_000;

/** @throws {DomainError} CONFLICT if a contract or a staff account must end first */
export async function requestErasure(
  support: SupportContext,
  { email, requestedBy }: { email: string; requestedBy: string },
): Promise<ErasureDocument> {
  const { obstacles } = await readPerson(support, email);
  if (obstacles.length > 0) throw new DomainError('CONFLICT', obstacles.join(' '));
  const _id = randomUUID();
  const sealedEmail = buildSealer(support.config.ERASURE_SEAL_KEYS).seal(email, erasedEmailPlace(_id));
  const now = new Date();
  const erasure = await support.erasures.create({
    _id,
    sealedEmail,
    maskedEmail: maskEmail(email),
    requestedBy,
    requestedAt: now,
    republishAt: new Date(now.getTime() + REPUBLISH_MS),
    outbox: [requestedEntry(_id, sealedEmail)],
  });
  support.relay.flush(support.erasures);
  return erasure.toObject();
}

const requestedEntry = (erasureId: string, sealedEmail: string) =>
  outboxEntry(erasureRequested, `erasure-requested:${erasureId}`, { erasureId, sealedEmail });

/** Stores a service's report. The last report also deletes the address. */
export async function onPersonErased(
  { erasures }: SupportContext,
  service: PersonalService,
  { erasureId, at, removed, kept }: PayloadOf<ReturnType<typeof personErased>>,
): Promise<void> {
  const report = `reports.${service}`;
  await erasures.updateOne(
    { _id: erasureId, [report]: null },
    { $set: { [report]: { at: new Date(at), removed, kept } } },
  );
  await erasures.updateOne(
    {
      _id: erasureId,
      completedAt: null,
      $and: PERSONAL_SERVICES.map((name) => ({ [`reports.${name}`]: trusted({ $ne: null }) })),
    },
    { $set: { completedAt: new Date() }, $unset: { sealedEmail: 1, republishAt: 1 } },
  );
}

/** Requests it again of services that have not reported: NATS or a dead letter may have lost it. */
export async function republishErasures({ erasures, relay }: SupportContext): Promise<void> {
  const due = await erasures
    .find({ republishAt: trusted({ $lt: new Date() }) })
    .limit(100)
    .lean();
  for (const { _id, sealedEmail } of due) {
    if (sealedEmail === undefined) continue;
    await erasures.updateOne(
      { _id, completedAt: null },
      {
        $set: { republishAt: new Date(Date.now() + REPUBLISH_MS) },
        $push: { outbox: requestedEntry(_id, sealedEmail) },
      },
    );
  }
  if (due.length > 0) relay.flush(erasures);
}

export function showErasure(erasure: ErasureDocument): Erasure {
  const { _id: id, maskedEmail, requestedBy, requestedAt, completedAt, reports } = erasure;
  return {
    id,
    maskedEmail,
    requestedBy,
    requestedAt: requestedAt.toISOString(),
    completedAt: completedAt?.toISOString() ?? null,
    services: PERSONAL_SERVICES.map((service) => {
      const report = reports[service];
      return {
        service,
        erasedAt: report?.at.toISOString() ?? null,
        removed: report?.removed ?? [],
        kept: report?.kept ?? [],
      };
    }),
  };
}
