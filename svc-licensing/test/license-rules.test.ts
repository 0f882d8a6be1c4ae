import { describe, expect, it } from '@jest/globals';
import { testActor } from '@leadping/test-kit/people';
import { trusted, Types } from 'mongoose';
import { isIssued } from '../src/licenses/is-issued.ts';
import type { License } from '../src/licenses/license.model.ts';
import { licensesOf, ofAdmin, ofReseller } from '../src/licenses/license-scope.ts';

describe('the scope of a query for licenses', () => {
  it('of an admin is every license, deleted ones too', () => {
    expect(licensesOf(ofAdmin(testActor({ role: 'admin' })))).toEqual({});
  });

  it('of a reseller is what the reseller has sold and not deleted', () => {
    const scope = ofReseller(testActor({ role: 'reseller', resellerId: 'r1' }));
    expect(licensesOf(scope)).toEqual({ 'seller.resellerId': 'r1', deletedAt: trusted({ $exists: false }) });
  });

  it.each([
    ['nobody', null],
    ['an account without a reseller', testActor({ role: 'reseller', resellerId: null })],
  ])('of %s is refused', (_who, actor) => {
    expect(() => ofReseller(actor)).toThrow(
      expect.objectContaining({ code: 'FORBIDDEN', message: 'Access denied' }),
    );
  });

  it('throws where a reseller has no id', () => {
    expect(() => licensesOf({ resellerId: '' })).toThrow('Licenses were read without their seller');
  });
});

describe('a license', () => {
  const stub = { _id: new Types.ObjectId() } as License;
  it('is issued once it has a key, and a stub of an order is not', () => {
    expect(isIssued({ ...stub, keyIndex: 'index' })).toBe(true);
    expect(isIssued(stub)).toBe(false);
  });
});
