import { describe, expect, it } from '@jest/globals';
import { DEFAULT_CLAIMS, unconfirmedClaims } from '../src/commerce/claims.ts';
import {
  EMPTY_SELLER_DETAILS,
  missingDetailsText,
  sellerFacts,
  sellerLinks,
} from '../src/commerce/seller-details.ts';
import { resellerPromises } from '../src/commerce/seller-promises.ts';
import { ResellerDetails, SellerDetails, SellerPromises } from '../src/commerce/seller-schema.ts';
import { StoredClaims } from '../src/commerce/site-routes.ts';

const ACME = {
  legalName: 'Acme Growth Partners GmbH',
  address: 'Hauptstraße 1\n10115 Berlin',
  country: 'Germany',
  email: 'office@acme.example',
  phone: '+49 (30) 123-456',
  registerNumber: 'HRB 12345, Amtsgericht Berlin',
  taxNumber: 'DE123456789',
};

describe('seller details', () => {
  it('accept a company with an address of several lines', () => {
    expect(SellerDetails.parse(ACME)).toEqual(ACME);
    expect(ResellerDetails.parse(ACME)).toEqual(ACME);
  });

  it('may all be empty', () => {
    expect(SellerDetails.parse(EMPTY_SELLER_DETAILS)).toEqual(EMPTY_SELLER_DETAILS);
  });

  it.each([
    ['a line break in the legal name', { legalName: 'Acme\nLeadping' }],
    ['a Unicode line separator in the legal name', { legalName: 'Acme\u2028Leadping' }],
    ['a line break in the country', { country: 'Germany\r\nBcc: all@example.com' }],
    ['a line break in the tax number', { taxNumber: 'DE1\nDE2' }],
    ['a mark that reverses the direction of the legal name', { legalName: 'Acme \u202eHbmG' }],
    ['an isolate that changes the direction of the address', { address: 'Main Street 1\n\u2067Berlin' }],
    ['a zero-width space in the legal name', { legalName: 'Ac\u200bme' }],
    ['a zero-width space in the register number', { registerNumber: 'HRB\u200b1' }],
    ['an email address with a line break', { email: 'office@acme.example\nBcc: all@example.com' }],
    ['a script link as the email address', { email: 'javascript:alert(1)' }],
    ['a script link as the phone number', { phone: 'javascript:alert(1)' }],
    ['a phone number with letters', { phone: '+49 call me' }],
    ['a legal name of 201 characters', { legalName: 'a'.repeat(201) }],
    ['an unknown field', { website: 'https://acme.example' }],
  ])('refuse %s', (_, part) => {
    expect(SellerDetails.safeParse({ ...ACME, ...part }).success).toBe(false);
  });

  it.each(['Leadping', 'Leadping GmbH', 'L\u0435adping Ltd', 'Support Team', 'The Official Support'])(
    'refuse %s as the legal name of a reseller, but not of the platform',
    (legalName) => {
      const refused = ResellerDetails.safeParse({ ...ACME, legalName });
      expect(refused.error?.issues).toMatchObject([{ path: ['legalName'] }]);
      expect(SellerDetails.safeParse({ ...ACME, legalName }).success).toBe(true);
    },
  );

  it('are missing if they are needed and empty, and a register or tax number is not needed', () => {
    expect(missingDetailsText({ ...ACME, registerNumber: '', taxNumber: '' })).toBe('');
    expect(missingDetailsText({ ...ACME, legalName: '', phone: '' })).toBe(
      'Not provided yet: legal name, contact phone.',
    );
  });

  it('are shown without the empty ones', () => {
    const details = { ...ACME, taxNumber: '', phone: '' };
    expect(sellerFacts(details).map(({ name }) => name)).toEqual([
      'Legal name',
      'Address',
      'Country',
      'Register number',
    ]);
    expect(sellerLinks(details)).toEqual([
      { name: 'Contact email', href: 'mailto:office@acme.example', text: 'office@acme.example' },
    ]);
  });

  it('link a phone number by its digits only', () => {
    expect(sellerLinks(ACME)[1]?.href).toBe('tel:+4930123456');
  });

  it('link an email address without its query', () => {
    const [mail] = sellerLinks({ ...ACME, email: 'a?bcc=all@acme.example' });
    expect(mail?.href).toBe('mailto:a%3Fbcc%3Dall@acme.example');
  });
});

describe('the promises of a reseller', () => {
  it.each([0, 14, 30, 60])('may be a guarantee of %s days', (guaranteeDays) => {
    expect(SellerPromises.safeParse({ guaranteeDays, supportReplyHours: 24 }).success).toBe(true);
  });

  it.each([1, -30, 365, '30', null])('refuse a guarantee of %j days', (guaranteeDays) => {
    expect(SellerPromises.safeParse({ guaranteeDays, supportReplyHours: 24 }).success).toBe(false);
  });

  it('are texts of the chosen numbers', () => {
    expect(resellerPromises({ guaranteeDays: 14, supportReplyHours: 48 })).toEqual({
      guarantee: '14-day money-back guarantee',
      supportReply: 'within 48 hours',
      refund:
        'Every license has a 14-day money-back guarantee. Write to support from the address you bought with; we reply within 48 hours.',
    });
  });

  it('name no guarantee if there is none', () => {
    const { guarantee, refund } = resellerPromises({ guaranteeDays: 0, supportReplyHours: 2 });
    expect(guarantee).toBeNull();
    expect(refund).toMatch(/no money-back guarantee/);
  });
});

describe('claims about the product', () => {
  it('accept the specified ones, which nobody has confirmed yet', () => {
    expect(StoredClaims.parse(DEFAULT_CLAIMS)).toEqual(DEFAULT_CLAIMS);
    expect(unconfirmedClaims(DEFAULT_CLAIMS)).toEqual(['users', 'rating', 'testimonials']);
  });

  it('need no confirmation if they are not shown', () => {
    expect(
      unconfirmedClaims({ users: '', rating: '4.8/5', testimonials: [], confirmed: ['rating'] }),
    ).toEqual([]);
  });

  it('refuse a testimonial without a name', () => {
    const testimonials = [{ text: 'Good.', name: '', role: '' }];
    expect(StoredClaims.safeParse({ ...DEFAULT_CLAIMS, testimonials }).success).toBe(false);
  });
});
