import { describe, expect, it } from '@jest/globals';
import { SalesQuery } from '../src/commerce/sales-routes.ts';

const zoneOf = (timeZone: string) =>
  SalesQuery.safeParse({ from: '2026-11-01', to: '2026-11-02', timeZone }).data?.timeZone;

describe("a sales query's time zone", () => {
  it('is normalized to the spelling of the IANA database, which MongoDB requires', () => {
    expect(zoneOf('Europe/Berlin')).toBe('Europe/Berlin');
    expect(zoneOf('europe/berlin')).toBe('Europe/Berlin');
    expect(zoneOf('PST')).toBe('America/Los_Angeles');
  });

  it('must exist', () => {
    expect(zoneOf('Mars/Base')).toBeUndefined();
  });
});
