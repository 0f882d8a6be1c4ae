import {
  erasureRequested,
  personalData,
  personErased,
  type PersonalRecord,
  type PersonalService,
} from '@leadping/contracts/support/privacy-events';
import { Schema, trusted } from 'mongoose';
import { isDuplicateKey } from '../data/duplicate-key.ts';
import { erasedEmailPlace } from '../data/sealed-places.ts';
import { buildSealer } from '../data/sealed-text.ts';
import { outboxEntry, outboxModel, type OutboxEntry } from '../messaging/outbox.ts';
import type { ServiceConfig } from '../process/config.ts';
import type { ServiceContext } from '../process/service.ts';
import { eraseFromMachinery } from './erase-from-machinery.ts';
import { personOf, type Person } from './person.ts';
import { withoutSecrets } from './without-secrets.ts';

export type { Person };

export interface Erased {
  removed: number;
  kept: number;
}

/** Where a service stores something of people. */
export interface PersonalStore {
  collection: string;
  /** Their records as documents; secrets are taken out afterwards. */
  read: (person: Person) => Promise<object[]>;
  /** Removes the person; done again it changes nothing. */
  erase: (person: Person) => Promise<Erased>;
}

interface ErasureReport {
  /** The erasure's id. */
  _id: string;
  at: Date;
  outbox?: OutboxEntry[];
}

const schema = new Schema<ErasureReport>({ _id: String, at: { type: Date, required: true } });
/** A message of NATS holds a megabyte. */
const PAGE_BYTES = 300_000;

/** Exports and erases what this service stores of a person, and reports the erasure. */
export function servePrivacy(
  { bus, config, consume, relay, database }: ServiceContext<ServiceConfig>,
  options: { stores: readonly PersonalStore[]; findObstacle?: (person: Person) => Promise<string | null> },
): void {
  const service = bus.service as PersonalService;
  const { stores, findObstacle } = options;
  const sealer = buildSealer(config.ERASURE_SEAL_KEYS);
  const reports = outboxModel<ErasureReport>(database, 'ErasureReport', schema, 'erasure_reports');

  bus.respond(personalData(service), async ({ email, offset }) => {
    const person = personOf(email);
    const records = await readAll(stores, person);
    const page = pageFrom(records, offset);
    const end = offset + page.length;
    const obstacle = (await findObstacle?.(person)) ?? null;
    return { records: page, next: end < records.length ? end : null, obstacle };
  });

  consume(erasureRequested, async ({ erasureId, sealedEmail }) => {
    const person = personOf(sealer.open(sealedEmail, erasedEmailPlace(erasureId)));
    const removed = [];
    const kept = [];
    for (const { collection, erase } of stores) {
      const erased = await erase(person);
      if (erased.removed > 0) removed.push({ collection, count: erased.removed });
      if (erased.kept > 0) kept.push({ collection, count: erased.kept });
    }
    await eraseFromMachinery(database, person);
    const at = new Date();
    const entry = outboxEntry(personErased(service), `person-erased:${service}:${erasureId}`, {
      erasureId,
      at: at.toISOString(),
      removed,
      kept,
    });
    try {
      await reports.create({ _id: erasureId, at, outbox: [entry] });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      // Requested again: the report did not arrive. Its counts are those of this time, where it was waiting no more.
      await reports.updateOne(
        { _id: erasureId, 'outbox.id': trusted({ $ne: entry.id }) },
        { $push: { outbox: entry } },
      );
    }
    relay.flush(reports);
  });
}

async function readAll(stores: readonly PersonalStore[], person: Person): Promise<PersonalRecord[]> {
  const read = await Promise.all(
    stores.map(async ({ collection, read: readStore }) =>
      (await readStore(person)).map((data) => ({ collection, data: withoutSecrets(data) })),
    ),
  );
  return read.flat();
}

function pageFrom(records: PersonalRecord[], offset: number): PersonalRecord[] {
  const page: PersonalRecord[] = [];
  let bytes = 0;
  for (const record of records.slice(offset)) {
    bytes += Buffer.byteLength(JSON.stringify(record));
    if (page.length > 0 && bytes > PAGE_BYTES) break;
    page.push(record);
  }
  return page;
}
