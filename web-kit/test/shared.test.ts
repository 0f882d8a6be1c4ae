import { describe, expect, it } from '@jest/globals';
import { type Accepts, acceptedRanges, providedVersions, sharesOf } from '../build/shared.ts';

const BUILT: Record<string, string> = {
  react: '19.3.2',
  'react/jsx-runtime': '19.3.2',
  'react-dom': '19.3.2',
};
/** The versions that a build was made with. All parts of the web kit have the web kit's version. */
const builtWith =
  (versions: Record<string, string> = {}) =>
  (name: string) =>
    versions[name] ?? BUILT[name] ?? '0.1.4';

const TRANSITION: Accepts = { react: '^19 || ^20', '@leadping/web-kit': '^0.1.0 || ^0.2.0' };

describe('the range of a shared package that a remote accepts', () => {
  it.each([
    ['19.3.2', '^19.3.0'],
    ['19.3.0', '^19.3.0'],
    ['0.1.4', '^0.1.0'],
    ['20.0.0-rc.1', '^20.0.0-0'],
  ])('for a build with %s is %s, so that patches need no coordination', (version, range) => {
    expect(acceptedRanges(builtWith({ 'react-dom': version }))['react-dom']).toBe(range);
  });

  it('is the range that its team declares during a major upgrade, for all parts of the package', () => {
    expect(acceptedRanges(builtWith(), TRANSITION)).toMatchObject({
      react: '^19 || ^20',
      'react/jsx-runtime': '^19 || ^20',
      'react-dom': '^19.3.0',
      '@leadping/web-kit/router': '^0.1.0 || ^0.2.0',
      '@leadping/web-kit/ui/data': '^0.1.0 || ^0.2.0',
    });
  });

  it('stays as declared once the remote is built with the new version', () => {
    const built = builtWith({ react: '20.0.1', 'react/jsx-runtime': '20.0.1' });
    expect(acceptedRanges(built, { react: '^19 || ^20' })).toMatchObject({
      'react/jsx-runtime': '^19 || ^20',
    });
  });

  it('is passed to the library if it was declared', () => {
    const shares = sharesOf('remote', builtWith(), TRANSITION);
    expect(shares['react/jsx-runtime']).toEqual({
      singleton: true,
      eager: false,
      import: false,
      requiredVersion: '^19 || ^20',
    });
    expect(shares['react-dom']?.requiredVersion).toBe(false);
  });

  it.each<[string, Record<string, string>, string]>([
    ['leaves out the version that the remote is built with', { react: '^20' }, 'react ^20 leaves out 19.3.2'],
    ['starts at a newer patch than that version', { react: '^19.3.3' }, 'react ^19.3.3 leaves out 19.3.2'],
    ['is not a range of versions', { react: 'next' }, 'react next leaves out 19.3.2'],
    ['is for a package that is not shared', { antd: '^6 || ^7' }, 'antd is not shared by the shell'],
    [
      'is for a part of a package',
      { 'react/jsx-runtime': '^19 || ^20' },
      'react/jsx-runtime is not shared by the shell',
    ],
  ])('is rejected if it %s', (_, accepts, message) => {
    expect(() => acceptedRanges(builtWith(), accepts as Accepts)).toThrow(message);
    expect(() => sharesOf('remote', builtWith(), accepts as Accepts)).toThrow(message);
  });
});

it('the shell provides its exact versions of shared packages', () => {
  expect(providedVersions(builtWith())).toMatchObject({
    react: '19.3.2',
    '@leadping/web-kit/shell': '0.1.4',
  });
  expect(sharesOf('shell', builtWith()).react).toMatchObject({ version: '19.3.2', eager: true });
});
