import { describe, expect, it } from '@jest/globals';
import { hostsOf } from '../src/http/hosts.ts';

describe('the label of a tenant before the product’s host', () => {
  const { subdomainOf } = hostsOf('https://leadping.example');

  it('is read case-insensitively', () => {
    expect(subdomainOf('Acme-1.leadping.example')).toBe('acme-1');
  });

  it.each([
    'leadping.example',
    'www.leadping.example',
    'a.b.leadping.example',
    'acme-1.elsewhere.example',
    'acme-1leadping.example',
  ])('is none in %s', (host) => {
    expect(subdomainOf(host)).toBeNull();
  });
});
