import { BRAND } from '@leadping/contracts/brand';
import { GUARANTEE, WITHDRAWAL_DAYS } from '@leadping/contracts/promises';
import type { LegalText } from './legal.ts';
import { WITHDRAWAL } from './withdrawal.ts';

export const TERMS: LegalText = {
  title: 'Terms of service',
  dated: 'Effective July 2, 2025',
  intro: `These terms are the agreement between you and us, the makers of ${BRAND.name}, about the browser extension, its licenses and this website.`,
  sections: [
    {
      id: 'acceptance',
      title: 'Acceptance',
      paragraphs: [
        'By buying a license, activating a key or using this website you accept these terms. If you do so for a company, you confirm that you may act for it. You must be at least 18 years old.',
      ],
    },
    {
      id: 'service',
      title: 'The service',
      paragraphs: [
        'The extension adds a button to profile pages of a professional-networking site. When you press it, it reads seven data points of the profile you have open and sends them to a webhook address that you set. The email address is part of it only where the profile shows one. The terms of that site may restrict tools that copy profile data: you decide whether you use the extension there, and you answer to the site for it. The extension needs Chrome 88 or later and a license key.',
      ],
    },
    {
      id: 'license',
      title: 'License and restrictions',
      paragraphs: [
        'A license is a single payment for the use of the extension without limit in time, by one person on up to five devices at once. It is not transferable. You may not:',
      ],
      list: [
        'share, publish or resell your key, unless you hold reseller rights;',
        'copy, change or take apart the extension, except where the law allows it;',
        'get around the license check or the one-click, one-profile way of working;',
        'use the extension to send unlawful messages or to harass.',
      ],
    },
    {
      id: 'data-usage',
      title: 'Data usage',
      paragraphs: [
        'Captures go from your browser to your address and do not pass through us. You are responsible for having a lawful reason to collect them, for telling the people concerned where the law says so, and for the tools that you send them to. How we treat your own data is in the privacy policy.',
      ],
    },
    {
      id: 'reseller-program',
      title: 'Reseller program',
      paragraphs: [
        'Reseller rights are a single payment. They let you sell licenses under your own name, at your own price and through your own payment account, for as long as the product is offered. You keep all profit, you are the seller to your customers, and taxes on your sales are yours. You describe the product truthfully, do not promise what it does not do, and do not send unsolicited messages. Our support team answers your customers’ questions about the product. If these rules are broken we may deactivate a reseller account; licenses that were already sold keep working.',
      ],
    },
    {
      id: 'payment-and-refunds',
      title: 'Payment and refunds',
      hasPrices: true,
      paragraphs: [],
      refunds: `We take refund requests within ${GUARANTEE.terms} of the purchase: open a ticket with the email address that you paid with. Where the page that you bought from promised a longer guarantee, that promise holds. A refunded license is revoked. If you bought from a reseller, the reseller refunds you.`,
    },
    {
      id: 'right-of-withdrawal',
      title: 'Right of withdrawal',
      paragraphs: [
        `If you buy a license as a consumer in the EU, you may withdraw from the purchase within ${WITHDRAWAL_DAYS} days, without a reason. Use the page below, or write to the seller. You get back what you paid within ${WITHDRAWAL_DAYS} days of the withdrawal, and the license is revoked. Reseller rights are sold to businesses, which have no such right.`,
        'Some sellers ask you before you pay to agree to immediate delivery. If you agree, and the email with your key confirms it, this right ends when the key is delivered. A money-back guarantee of the seller remains.',
      ],
      link: { to: '/withdraw', text: WITHDRAWAL.title },
    },
    {
      id: 'liability',
      title: 'Liability',
      paragraphs: [
        'The extension is offered as it is. We do not promise a number of leads, nor that a site will never change in a way that needs an update first. As far as the law allows, we are not liable for lost profit or indirect damage, and our liability in total is limited to what you paid in the twelve months before. Nothing here limits liability for intent, gross negligence, or harm to life and health.',
      ],
    },
    {
      id: 'availability',
      title: 'Availability',
      paragraphs: [
        'A license is checked on your device and works up to 30 days without a connection to us. We maintain the service with care, announce planned work where we can, and update the extension when profile pages change. We do not owe a certain uptime.',
      ],
    },
    {
      id: 'termination',
      title: 'Termination',
      paragraphs: [
        'You may stop at any time by removing the extension. We may suspend or revoke a license after a refund, a lost payment dispute, or a serious breach of these terms; except in urgent cases we notify you first and give you time to put it right.',
      ],
    },
    {
      id: 'changes',
      title: 'Changes to these terms',
      paragraphs: [
        'We may change these terms for good reason, such as a new law or a new feature. We announce changes by email at least 30 days ahead. They never take away a lifetime license you have paid for.',
      ],
    },
    {
      id: 'governing-law',
      title: 'Governing law',
      paragraphs: [
        'The law of the country in which our company is registered applies. As a consumer you keep the protection of the mandatory law of the country you live in, and you may go to court there. If one clause does not hold, the others do.',
      ],
    },
    {
      id: 'contact',
      title: 'Contact',
      paragraphs: [
        'Write to us through the Support Center. We answer questions about these terms like any others.',
      ],
    },
  ],
};
