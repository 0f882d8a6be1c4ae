import { describe, expect, it } from '@jest/globals';
import { testActor } from '@leadping/test-kit/people';
import { trusted, Types } from 'mongoose';
import { isIssued } from '../src/licenses/is-issued.ts';
import type { License } from '../src/licenses/license.model.ts';
import { licensesOf, ofAdmin, ofReseller } from '../src/licenses/license-scope.ts';

describe('the scope of a query for licenses', () => {
  it('for an admin is every license, including deleted ones', () => {
    expect(licensesOf(ofAdmin(testActor({ role: 'admin' })))).toEqual({});
  });

  it('for a reseller is every license that they sold and did not delete', () => {
    const scope = ofReseller(testActor({ role: 'reseller', resellerId: 'r1' }));
    expect(licensesOf(scope)).toEqual({ 'seller.resellerId': 'r1', deletedAt: trusted({ $exists: false }) });
  });

  it.each([
    ['a signed-out caller', null],
    ['an account without a reseller', testActor({ role: 'reseller', resellerId: null })],
  ])('is refused for %s', (_who, actor) => {
    expect(() => ofReseller(actor)).toThrow(
      expect.objectContaining({ code: 'FORBIDDEN', message: 'Access denied' }),
    );
  });

  it('throws if a reseller has no id', () => {
    expect(() => licensesOf({ resellerId: '' })).toThrow('Licenses were read without their seller');
  });
});

describe('a license', () => {
  const stub = { _id: new Types.ObjectId() } as License;
  it('counts as issued only once it has a key, so a stub of an order does not', () => {
    expect(isIssued({ ...stub, keyIndex: 'index' })).toBe(true);
    expect(isIssued(stub)).toBe(false);
  });
});
