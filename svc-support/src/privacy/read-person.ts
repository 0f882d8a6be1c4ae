import {
  PERSONAL_SERVICES,
  personalData,
  type PersonalRecord,
  type PersonalService,
} from '@leadping/contracts/support/privacy-events';
import { readPersonalData } from '@leadping/service-kit/privacy/serve-privacy';
import type { SupportContext } from '../context.ts';
import { personalStores } from './personal-stores.ts';

export interface ReadPerson {
  records: (PersonalRecord & { service: PersonalService })[];
  /** Why the person cannot be erased yet. */
  obstacles: string[];
}

/**
 * The data of a person from all services.
 * @throws {DomainError} UNAVAILABLE if a service does not reply
 */
export async function readPerson(support: SupportContext, email: string): Promise<ReadPerson> {
  const parts = await Promise.all(PERSONAL_SERVICES.map((service) => readService(support, service, email)));
  return {
    records: parts.flatMap(({ records }) => records),
    obstacles: parts.flatMap(({ obstacle }) => obstacle ?? []),
  };
}

async function readService(support: SupportContext, service: PersonalService, email: string) {
  const records: ReadPerson['records'] = [];
  for (let offset: number | null = 0; offset !== null;) {
    const page: Awaited<ReturnType<typeof readPage>> = await readPage(support, service, { email, offset });
    records.push(...page.records.map((record) => ({ ...record, service })));
    offset = page.next;
    if (offset === null) return { records, obstacle: page.obstacle };
  }
  return { records, obstacle: null };
}

/** Support reads its own directly: NATS lets no process send a request to itself (`deploy/nats.conf`). */
const readPage = (
  support: SupportContext,
  service: PersonalService,
  of: { email: string; offset: number },
) =>
  service === 'svc-support'
    ? readPersonalData({ stores: personalStores(support) }, of)
    : support.bus.request(personalData(service), of);
