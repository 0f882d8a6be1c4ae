import {
  erasureRequested,
  personalData,
  personErased,
  type PersonalRecord,
  type PersonalService,
  type RecordCount,
} from '@leadping/contracts/support/privacy-events';
import { Schema, trusted } from 'mongoose';
import type { z } from 'zod';
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

/** A collection of a service with personal data. */
export interface PersonalStore {
  collection: string;
  /** Reads the person's records as documents. Secrets are removed afterwards. */
  read: (person: Person) => Promise<object[]>;
  /** Removes the person. Must be idempotent. */
  erase: (person: Person) => Promise<Erased>;
}

interface ErasureReport {
  /** The erasure's id. */
  _id: string;
  at: Date;
  /** Absent on reports of earlier releases. */
  removed?: RecordCount[];
  kept?: RecordCount[];
  outbox?: OutboxEntry[];
}

const schema = new Schema<ErasureReport>({
  _id: String,
  at: { type: Date, required: true },
  removed: [Object],
  kept: [Object],
});
/** Maximum size of a page, because a NATS message is limited to a megabyte. */
const PAGE_BYTES = 300_000;

type PersonalDataPage = z.output<ReturnType<typeof personalData>['reply']>;

interface PersonalData {
  stores: readonly PersonalStore[];
  /** Returns why a person cannot be erased yet, or null. */
  findObstacle?: (person: Person) => Promise<string | null>;
}

/** Exports and erases a person's data in this service, and reports the erasure. */
export function servePrivacy(
  { bus, config, consume, relay, database }: ServiceContext<ServiceConfig>,
  data: PersonalData,
): void {
  const service = bus.service as PersonalService;
  const { stores } = data;
  const sealer = buildSealer(config.ERASURE_SEAL_KEYS);
  const reports = outboxModel<ErasureReport>(database, 'ErasureReport', schema, 'erasure_reports');

  bus.respond(personalData(service), (of) => readPersonalData(data, of));

  const reportEntry = ({ _id: erasureId, at, removed = [], kept = [] }: ErasureReport) =>
    outboxEntry(personErased(service), `person-erased:${service}:${erasureId}`, {
      erasureId,
      at: at.toISOString(),
      removed,
      kept,
    });

  consume(erasureRequested, async ({ erasureId: _id, sealedEmail }) => {
    const reported = await reports.findById(_id).lean();
    if (reported) {
      // Requested again because its report did not arrive. Purchases and messages since then must not be erased.
      const entry = reportEntry(reported);
      await reports.updateOne({ _id, 'outbox.id': trusted({ $ne: entry.id }) }, { $push: { outbox: entry } });
    } else {
      const person = personOf(sealer.open(sealedEmail, erasedEmailPlace(_id)));
      const erased = await eraseFromAll(stores, person);
      await eraseFromMachinery(database, person);
      const report = { _id, at: new Date(), ...erased };
      try {
        await reports.create({ ...report, outbox: [reportEntry(report)] });
      } catch (error) {
        // A concurrent delivery reports it.
        if (!isDuplicateKey(error)) throw error;
      }
    }
    relay.flush(reports);
  });
}

/** A page of a person's data in this service. */
export async function readPersonalData(
  { stores, findObstacle }: PersonalData,
  { email, offset }: { email: string; offset: number },
): Promise<PersonalDataPage> {
  const person = personOf(email);
  const records = await readAll(stores, person);
  const page = pageFrom(records, offset);
  const end = offset + page.length;
  const obstacle = (await findObstacle?.(person)) ?? null;
  return { records: page, next: end < records.length ? end : null, obstacle };
}

async function eraseFromAll(
  stores: readonly PersonalStore[],
  person: Person,
): Promise<{ removed: RecordCount[]; kept: RecordCount[] }> {
  const removed = [];
  const kept = [];
  for (const { collection, erase } of stores) {
    const erased = await erase(person);
    if (erased.removed > 0) removed.push({ collection, count: erased.removed });
    if (erased.kept > 0) kept.push({ collection, count: erased.kept });
  }
  return { removed, kept };
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
