import { describe, expect, it } from '@jest/globals';
import { FRESH_SESSION, NEEDS_FRESH_SESSION, SESSION_IS_ENOUGH } from '../src/fresh-session-table.ts';
import { ROUTES } from '../src/routes.ts';

const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

/** Calls without a session never need a fresh sign-in. */
const ofSessions = ROUTES.filter(({ access }) => access !== 'anyone' && access !== 'credentials');
const EXPORTS: ReadonlySet<string> = new Set(FRESH_SESSION.exports);
const listed = [FRESH_SESSION, SESSION_IS_ENOUGH].flatMap((table) => Object.values(table).flat());

describe('the tables of calls that need a fresh sign-in', () => {
  it('contain exactly the calls that need a session, each once', () => {
    expect(listed.toSorted()).toEqual(ofSessions.map(nameOf).toSorted());
  });

  it('match the contracts', () => {
    const declared = ROUTES.filter(({ freshSession }) => freshSession).map(nameOf);
    expect(declared.toSorted()).toEqual([...NEEDS_FRESH_SESSION].toSorted());
  });

  it('contain no export without an audit log entry', () => {
    const exported = ROUTES.filter((route) => EXPORTS.has(nameOf(route)));
    expect(exported).toHaveLength(EXPORTS.size);
    const silent = exported.filter(({ method, audited, unaudited }) =>
      method === 'GET' ? audited !== true : unaudited !== undefined,
    );
    expect(silent.map(nameOf)).toEqual([]);
  });

  it('require only a session for reads, and no read changes anything', () => {
    const reads = ofSessions.map(nameOf).filter((name) => name.startsWith('GET '));
    const exported = FRESH_SESSION.exports.filter((name) => name.startsWith('GET '));
    expect([...SESSION_IS_ENOUGH.reads, ...exported].toSorted()).toEqual(reads.toSorted());
    expect(SESSION_IS_ENOUGH.reads.filter((name) => name.endsWith('/export'))).toEqual([]);
  });
});
