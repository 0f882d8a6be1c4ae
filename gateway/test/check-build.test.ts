import { describe, expect, it } from '@jest/globals';
import { checkManifest, warningsOf } from '../src/releases/check-build.ts';
import { promote } from '../src/releases/promote.ts';
import { publish } from '../src/releases/publish.ts';
import { retire } from '../src/releases/retire.ts';
import { rollback } from '../src/releases/rollback.ts';
import { NOTHING_RELEASED, type ReleaseState } from '../src/releases/release-state.ts';
import { aBuild, aShell, type Build } from './builds.ts';

describe('the contract of a remote', () => {
  const remote = (contract: number) => aBuild({ name: 'mfe-elder', contract }).manifest;
  const withShell = (contract: number) =>
    publish(NOTHING_RELEASED, { builds: [aShell('4.0.0', { contract }).manifest] });

  it('may equal the shell’s', () => {
    const state = publish(withShell(3), { builds: [remote(3)] });
    expect(warningsOf(state, ['mfe-elder'])).toEqual([]);
  });

  it('may be the previous one, with a warning to the team', () => {
    const state = publish(withShell(3), { builds: [remote(2)] });
    expect(warningsOf(state, ['mfe-elder'])).toEqual([
      'mfe-elder@1.0.0 speaks contract 2. The shell speaks 3, and the next one will refuse 2.',
    ]);
  });

  it.each([1, 4])('is refused at %i with the list of accepted ones', (contract) => {
    expect(() => publish(withShell(3), { builds: [remote(contract)] })).toThrow(
      `mfe-elder@1.0.0: speaks contract ${contract}, shell@4.0.0 accepts 3 and 2.`,
    );
  });

  it('accepts a shell with the next contract and refuses one with the contract after that', () => {
    const state = publish(withShell(1), { builds: [remote(1)] });
    const next = publish(state, { builds: [aShell('5.0.0', { contract: 2 }).manifest] });
    expect(() => publish(next, { builds: [aShell('6.0.0', { contract: 3 }).manifest] })).toThrow(
      'mfe-elder@1.0.0: speaks contract 1, shell@6.0.0 accepts 3 and 2.',
    );
  });
});

/** Releases each of these at 1.0.0 to everybody. */
const released = (...builds: Build[]) => out(NOTHING_RELEASED, builds);

function out(state: ReleaseState, builds: Build[], canary?: number): ReleaseState {
  const next = publish(state, { builds: builds.map(({ manifest }) => manifest), canary });
  return { ...next, revision: state.revision + 1 };
}

const canaryOf = (state: ReleaseState, name: string) => state.apps[name]?.canary?.build.version;

describe('canaries of two teams', () => {
  const provides = { ui: ['ui.js'] };
  const files = { 'ui.js': 'export {}' };
  const both = released(
    aShell('1.0.0', { provides, files }),
    aBuild({ name: 'mfe-a', routes: ['/a'] }),
    aBuild({ name: 'mfe-b', routes: ['/b'] }),
  );
  const needing = aBuild({ name: 'mfe-a', version: '1.1.0', routes: ['/a'], needs: ['ui'] });

  it('cannot claim the same route, because some visitors get both', () => {
    const [a, b] = ['mfe-a', 'mfe-b'].map((name) => aBuild({ name, version: '1.1.0', routes: ['/new'] }));
    const state = out(both, [a!], 50);
    expect(() => out(state, [b!], 50)).toThrow('mfe-b@1.1.0: /new already belongs to mfe-a.');
  });

  it('are refused if one needs something that the other removes, in either order', () => {
    const bare = aShell('1.1.0');
    const unmet = 'mfe-a@1.1.0: needs ui, which shell 1.1.0 does not provide.';
    expect(() => out(out(both, [bare], 60), [needing], 50)).toThrow(unmet);
    expect(() => out(out(both, [needing], 50), [bare], 60)).toThrow(unmet);
  });

  it('must be promoted together, and a rollback of one ends the canary that needed it', () => {
    const newer = aShell('1.1.0', {
      provides: { ...provides, map: ['map.js'] },
      files: { ...files, 'map.js': '' },
    });
    const promoted = promote(out(both, [newer], 60), ['shell']);
    const mapped = aBuild({ name: 'mfe-a', version: '1.1.0', routes: ['/a'], needs: ['map'] });
    const untouched = aBuild({ name: 'mfe-b', version: '1.1.0', routes: ['/b'] });
    const state = out(out(promoted, [mapped], 50), [untouched], 50);
    const back = rollback(state, ['shell']);
    expect(back.apps['shell']?.stable.version).toBe('1.0.0');
    expect([canaryOf(back, 'mfe-a'), canaryOf(back, 'mfe-b')]).toEqual([undefined, '1.1.0']);
  });
});

describe('a new major of a shared package', () => {
  const shell = (version: string, react: string) => aShell(version, { shared: { react } });
  const remote = (version: string, react: string) => aBuild({ name: 'mfe-a', version, shared: { react } });
  const state = released(shell('1.0.0', '19.3.2'), remote('1.0.0', '^19.3.0'));

  it('is released first in remotes that accept both versions, then in the shell', () => {
    expect(() => out(state, [shell('2.0.0', '20.0.0')])).toThrow(
      'needs react ^19.3.0, shell@2.0.0 provides 20.0.0',
    );
    const both = out(state, [remote('1.1.0', '^19 || ^20')]);
    const next = out(both, [shell('2.0.0', '20.0.0')], 10);
    expect(() => out(next, [remote('1.2.0', '^20')], 10)).toThrow(/needs react \^20, shell@1.0.0/);
    expect(() => out(promote(next, ['shell']), [remote('1.2.0', '^20')], 10)).not.toThrow();
    expect(() => released(shell('1.0.0', '20.0.0-rc.1'), remote('1.0.0', '^20.0.0-0'))).not.toThrow();
  });
});

describe('an export that is added to a shared package, or removed', () => {
  const UI = '@leadping/web-kit/ui/core';
  const shell = (version: string, ...names: string[]) => aShell(version, { sharedNames: { [UI]: names } });
  const remote = (version: string, ...names: string[]) =>
    aBuild({ name: 'mfe-a', version, sharedNames: { [UI]: names } });
  const state = released(shell('1.0.0', 'Alert', 'Modal'), remote('1.0.0', 'Alert'));

  it('can be used by a remote once every visitor has a shell with it', () => {
    const taking = remote('1.1.0', 'Alert', 'Tour');
    const message = `mfe-a@1.1.0: takes Tour of ${UI}, which shell@1.0.0 does not export.`;
    expect(() => out(state, [taking])).toThrow(message);
    const canary = out(state, [shell('1.1.0', 'Alert', 'Modal', 'Tour')], 10);
    expect(() => out(canary, [taking], 10)).toThrow(message);
    expect(() => out(promote(canary, ['shell']), [taking], 10)).not.toThrow();
  });

  it('cannot be removed from the shell while a remote uses it', () => {
    expect(() => out(state, [shell('1.1.0', 'Modal')])).toThrow(
      `mfe-a@1.0.0: takes Alert of ${UI}, which shell@1.1.0 does not export.`,
    );
    expect(() => out(state, [shell('1.1.0', 'Alert')])).not.toThrow();
  });

  it('is not required of an older shell that lists no exports', () => {
    expect(() => released(aShell('1.0.0'), remote('1.0.0', 'Tour'))).not.toThrow();
  });
});

describe('canaries that went out together', () => {
  const pair = (version: string) =>
    ['mfe-a', 'mfe-b'].map((name) => aBuild({ name, version, routes: [`/${name}`] }));
  const state = out(released(...pair('1.0.0')), pair('1.1.0'), 10);

  it('can only grow or be replaced together', () => {
    const alone = "A canary of mfe-a is out together with mfe-b's. Release both at once (--with mfe-b)";
    for (const version of ['1.1.0', '1.2.0'])
      expect(() => out(state, [pair(version)[0]!], 50)).toThrow(alone);
    const [same, mended] = [pair('1.1.0')[0]!, pair('1.2.0')[1]!];
    const replaced = out(state, [same, mended], 10);
    expect(replaced.apps['mfe-a']?.canary?.group).toBe(replaced.apps['mfe-b']?.canary?.group);
    const grown = out(state, pair('1.1.0'), 50);
    expect([grown.apps['mfe-a'], grown.apps['mfe-b']].map((app) => app?.canary?.percent)).toEqual([50, 50]);
  });

  it('all end with a stable release of one, so that no visitor gets only some of them', () => {
    const mended = out(state, [pair('1.2.0')[0]!]);
    expect(mended.apps['mfe-a']?.stable.version).toBe('1.2.0');
    expect([canaryOf(mended, 'mfe-a'), canaryOf(mended, 'mfe-b')]).toEqual([undefined, undefined]);
  });
});

describe('the paths that an app claims', () => {
  const state = released(
    aBuild({
      name: 'mfe-a',
      routes: ['/*', '/a/*', '/r/:slug', '/r/:slug/success', '/r/:slug/docs/webhooks'],
      files: { 'public/embed.js': 'a' },
    }),
  );

  it.each([
    '/a/reports',
    '/a',
    '/r/acme',
    '/:any/:page',
    // Neither pattern contains the other, but one path matches both.
    '/r/acme/*',
    '/r/acme/:page',
    '/r/acme/docs/*',
    '/:any/*',
    '/:any/reports',
  ])('is no page of another by %s', (route) => {
    expect(() => out(state, [aBuild({ name: 'mfe-b', routes: [route] })])).toThrow(/which belongs to mfe-a/);
  });

  it.each(['/b', '/:any', '/*', '/', '/b/*', '/r/acme/success/more', '/s/:slug'])(
    'may include %s, which no app claims',
    (route) => {
      const without = released(
        aBuild({ name: 'mfe-a', routes: ['/a/:page', '/r/:slug/success', '/r/:slug/docs/*'] }),
      );
      expect(() => out(without, [aBuild({ name: 'mfe-b', routes: [route] })])).not.toThrow();
    },
  );

  it('may include a more specific path of its own', () => {
    const own = aBuild({ name: 'mfe-a', version: '1.1.0', routes: ['/a/*', '/a/reports'] });
    expect(() => out(state, [own])).not.toThrow();
  });

  it('belong to the app again after a rollback, even if another app claimed them, and both can still release', () => {
    const without = aBuild({ name: 'mfe-a', version: '1.1.0', routes: ['/*'] });
    const taken = out(out(state, [without]), [aBuild({ name: 'mfe-b', routes: ['/a/reports'] })]);
    const back = rollback(taken, ['mfe-a']);
    const mended = aBuild({ name: 'mfe-a', version: '1.2.0', routes: ['/*', '/a/*'] });
    expect(out(back, [mended]).apps['mfe-a']?.stable.version).toBe('1.2.0');
    expect(() =>
      out(back, [aBuild({ name: 'mfe-b', version: '1.1.0', routes: ['/a/reports'] })]),
    ).not.toThrow();
    const more = aBuild({ name: 'mfe-b', version: '1.1.0', routes: ['/a/reports', '/a/more'] });
    expect(() => out(back, [more])).toThrow('mfe-b@1.1.0: /a/more overlaps /a/*, which belongs to mfe-a.');
  });

  it('cause a warning if another app may roll back to a build that claims them', () => {
    const without = aBuild({ name: 'mfe-a', version: '1.1.0', routes: ['/other'] });
    const heir = aBuild({ name: 'mfe-b', routes: ['/b', '/a/*'] });
    const before = out(state, [aBuild({ name: 'mfe-b', version: '0.9.0', routes: ['/b'] })]);
    const given = out(before, [without]);
    expect(warningsOf(given, ['mfe-a'])).toEqual([]);
    expect(warningsOf(out(given, [heir], 10), ['mfe-b'])).toEqual([]);
    const taken = out(given, [heir]);
    expect(warningsOf(taken, ['mfe-b'])).toEqual([
      expect.stringMatching(
        /^\/a\/\* was mfe-a's until mfe-a@1\.1\.0\. Should that release fail before \S+Z, it cannot be taken back while mfe-b@1\.0\.0 is out: roll back mfe-b first\.$/,
      ),
    ]);
    expect(() => rollback(taken, ['mfe-a'])).toThrow('/a/* already belongs to mfe-');
    expect(rollback(rollback(taken, ['mfe-b']), ['mfe-a']).apps['mfe-a']?.stable.version).toBe('1.0.0');
    const { 'mfe-a': app } = taken.apps;
    const anHourAgo = new Date(Date.now() - 3_600_000).toISOString();
    const later = { ...taken, apps: { ...taken.apps, 'mfe-a': { ...app!, since: anHourAgo } } };
    expect(warningsOf(later, ['mfe-b'])).toEqual([]);
  });

  it('may not include a root file of another app', () => {
    const second = aBuild({ name: 'mfe-b', files: { 'public/embed.js': 'b' } });
    expect(() => out(state, [second], undefined)).toThrow(
      'mfe-b@1.0.0: public/embed.js already belongs to mfe-a.',
    );
  });

  it.each(['/api/x', '/api', '/assets/*'])('may not include a path of the gateway: %s', (route) => {
    const { manifest } = aBuild({ name: 'mfe-b', routes: [route] });
    expect(() => checkManifest(manifest)).toThrow(`mfe-b@1.0.0: ${route} belongs to the gateway.`);
    expect(() => checkManifest(aBuild({ name: 'mfe-b', routes: ['/apiary'] }).manifest)).not.toThrow();
  });
});

describe('the sign-in page', () => {
  const state = released(aShell('1.0.0'), aBuild({ name: 'mfe-a', routes: ['/a', '/auth'] }));
  const without = aBuild({ name: 'mfe-a', version: '2.0.0', routes: ['/a'] });
  const taker = aBuild({ name: 'mfe-b', routes: ['/auth'] });

  it('stays with its remote until a release moves it to another at the same time', () => {
    expect(() => out(state, [taker])).toThrow('mfe-b@1.0.0: /auth already belongs to mfe-a.');
    const moved = out(state, [without, taker]);
    expect(moved.apps['mfe-b']?.stable.routes.map(({ path }) => path)).toEqual(['/auth']);
    expect(warningsOf(moved, ['mfe-a', 'mfe-b'])).toEqual([expect.stringMatching(/: retire mfe-b first\.$/)]);
    const { apps } = rollback(retire(moved, ['mfe-b']), ['mfe-a']);
    expect(apps['mfe-a']?.stable.version).toBe('1.0.0');
  });

  it.each([
    ['to everybody', undefined],
    ['to some visitors', 10],
  ])('is not lost by a release of its remote alone %s', (_to, canary) => {
    expect(() => out(state, [without], canary)).toThrow(
      'No build would have /auth any more. Release the remote that it moves to at the same time (--with).',
    );
  });

  it('may be missing if nobody had it before', () => {
    const bare = released(aShell('1.0.0'), aBuild({ name: 'mfe-a', routes: ['/a'] }));
    expect(out(bare, [without]).apps['mfe-a']?.stable.version).toBe('2.0.0');
  });
});
