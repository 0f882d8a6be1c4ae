import { describe, expect, it } from '@jest/globals';
import { FRESH_SESSION, NEEDS_FRESH_SESSION, SESSION_IS_ENOUGH } from '../src/fresh-session-table.ts';
import { ROUTES } from '../src/routes.ts';

const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

/** A call without a session is never asked for a fresh sign-in. */
const ofSessions = ROUTES.filter(({ access }) => access !== 'anyone' && access !== 'credentials');
const EXPORTS: ReadonlySet<string> = new Set(FRESH_SESSION.exports);
const listed = [FRESH_SESSION, SESSION_IS_ENOUGH].flatMap((table) => Object.values(table).flat());

describe('the tables of what needs a fresh sign-in', () => {
  it('have every call that asks for a session once, and nothing else', () => {
    expect(listed.toSorted()).toEqual(ofSessions.map(nameOf).toSorted());
  });

  it('are what the contracts declare', () => {
    const declared = ROUTES.filter(({ freshSession }) => freshSession).map(nameOf);
    expect(declared.toSorted()).toEqual([...NEEDS_FRESH_SESSION].toSorted());
  });

  it('have no export that leaves no entry in the audit log', () => {
    const exported = ROUTES.filter((route) => EXPORTS.has(nameOf(route)));
    expect(exported).toHaveLength(EXPORTS.size);
    const silent = exported.filter(({ method, audited, unaudited }) =>
      method === 'GET' ? audited !== true : unaudited !== undefined,
    );
    expect(silent.map(nameOf)).toEqual([]);
  });

  it('let a session alone read, and change nothing by a call that only reads', () => {
    const reads = ofSessions.map(nameOf).filter((name) => name.startsWith('GET '));
    const exported = FRESH_SESSION.exports.filter((name) => name.startsWith('GET '));
    expect([...SESSION_IS_ENOUGH.reads, ...exported].toSorted()).toEqual(reads.toSorted());
    expect(SESSION_IS_ENOUGH.reads.filter((name) => name.endsWith('/export'))).toEqual([]);
  });
});
