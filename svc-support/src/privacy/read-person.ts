import {
  PERSONAL_SERVICES,
  personalData,
  type PersonalRecord,
  type PersonalService,
} from '@leadping/contracts/support/privacy-events';
import type { SupportContext } from '../context.ts';

export interface ReadPerson {
  records: (PersonalRecord & { service: PersonalService })[];
  /** Why the person cannot be erased yet. */
  obstacles: string[];
}

/** Everything that all services store of a person. @throws {DomainError} UNAVAILABLE where one does not reply. */
export async function readPerson({ bus }: Pick<SupportContext, 'bus'>, email: string): Promise<ReadPerson> {
  const parts = await Promise.all(PERSONAL_SERVICES.map((service) => readService(bus, service, email)));
  return {
    records: parts.flatMap(({ records }) => records),
    obstacles: parts.flatMap(({ obstacle }) => obstacle ?? []),
  };
}

async function readService(bus: SupportContext['bus'], service: PersonalService, email: string) {
  const records: ReadPerson['records'] = [];
  for (let offset: number | null = 0; offset !== null;) {
    const page: Awaited<ReturnType<typeof request>> = await request(bus, service, { email, offset });
    records.push(...page.records.map((record) => ({ ...record, service })));
    offset = page.next;
    if (offset === null) return { records, obstacle: page.obstacle };
  }
  return { records, obstacle: null };
}

const request = (
  bus: SupportContext['bus'],
  service: PersonalService,
  of: { email: string; offset: number },
) => bus.request(personalData(service), of);
