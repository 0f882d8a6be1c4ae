import type { EventContract, RequestContract } from '@leadping/contracts/event';
import { auditRecorded } from '@leadping/contracts/support/audit-events';
import { logRecorded } from '@leadping/contracts/support/log-events';
import { PERSONAL_SERVICES, personalData, personErased } from '@leadping/contracts/support/privacy-events';
import { ROOT } from '@leadping/dev-stack/root';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const SOURCES = join(ROOT, 'contracts/src');
const PROCESSES = ['identity', 'commerce', 'licensing', 'support', 'gateway'] as const;
/** Contracts that every service has. */
const PER_SERVICE = [
  PROCESSES.map(auditRecorded),
  PROCESSES.map(logRecorded),
  PERSONAL_SERVICES.map(personErased),
  PERSONAL_SERVICES.map(personalData),
];

const isContract = (value: unknown): value is EventContract | RequestContract =>
  typeof value === 'object' &&
  value !== null &&
  'subject' in value &&
  ('payload' in value || 'responder' in value);
export const isEvent = (contract: EventContract | RequestContract): contract is EventContract =>
  'payload' in contract;

/**
 * Every event and every request between services.
 * @throws if a contract is defined in a file but not found here
 */
export async function contractsBetweenServices(): Promise<(EventContract | RequestContract)[]> {
  const found = new Map<string, EventContract | RequestContract>();
  let defined = 0;
  for (const file of await readdir(SOURCES, { recursive: true })) {
    if (!file.endsWith('.ts') || file === 'event.ts') continue;
    const path = join(SOURCES, file);
    const definitions = (await readFile(path, 'utf8')).match(/\bdefine(Event|Request)\(/g)?.length ?? 0;
    if (definitions === 0) continue;
    defined += definitions;
    const module = (await import(pathToFileURL(path).href)) as Record<string, unknown>;
    for (const value of Object.values(module)) if (isContract(value)) found.set(value.subject, value);
  }
  if (found.size + PER_SERVICE.length !== defined)
    throw new Error(
      `${defined} events and requests are defined, ${found.size + PER_SERVICE.length} were found`,
    );
  for (const contract of PER_SERVICE.flat()) found.set(contract.subject, contract);
  return [...found.values()].toSorted((left, right) => (left.subject < right.subject ? -1 : 1));
}
