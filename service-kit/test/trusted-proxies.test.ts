import { expect, it } from '@jest/globals';
import { trustedProxies } from '../src/http/trusted-proxies.ts';

it('trusts exactly the addresses, networks and ranges of its list, also when it is asked again', () => {
  const isTrusted = trustedProxies(['10.1.0.0/16', '203.0.113.7', 'loopback']);
  if (!isTrusted) throw new Error('nobody is believed');
  for (let time = 0; time < 2; time += 1) {
    expect(['10.1.2.3', '203.0.113.7', '::1', '::ffff:127.0.0.1'].map(isTrusted)).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(['10.2.2.3', '203.0.113.8', '2001:db8::1', 'unknown', ''].map(isTrusted)).toEqual([
      false,
      false,
      false,
      false,
      false,
    ]);
  }
});

it('trusts nobody if its list is empty, and refuses a list that it cannot read', () => {
  expect(trustedProxies([])).toBe(false);
  expect(() => trustedProxies(['the proxy'])).toThrow('invalid IP address: the proxy');
});
