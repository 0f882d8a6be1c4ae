import { BRAND } from '@leadping/contracts/brand';
import type { LegalText } from './legal.ts';

export const ACCESSIBILITY: LegalText = {
  title: 'Accessibility statement',
  dated: 'Last updated November 30, 2026',
  intro: `Everybody should be able to buy and use ${BRAND.name}. Our goal is WCAG 2.2 at level AA on every page, in the dashboards and in the extension.`,
  sections: [
    {
      id: 'state',
      title: 'Where we are',
      paragraphs: [
        'We know of no criterion of the levels A and AA that a page of ours fails. Nobody who depends on a screen reader or on forced colors has tested the product for us yet, so there may be faults that we have not found.',
      ],
    },
    {
      id: 'tests',
      title: 'How we test',
      paragraphs: ['These checks run on the public pages, both dashboards and the extension:'],
      list: [
        'An automatic check with axe, in light and dark.',
        'Complete tasks with the keyboard alone.',
        'Zoom to 400 percent and a window of 320 by 256 pixels.',
        'Wider spacing of lines, words and letters.',
        'Forced colors and reduced motion.',
      ],
    },
    {
      id: 'others',
      title: 'What others run',
      paragraphs: [
        'The payment page is Stripe’s, and the extension adds its button to pages of LinkedIn. We cannot change those pages. Resellers write questions and names on their own pages themselves. We derive the colors of their pages so that every text has enough contrast.',
      ],
    },
    {
      id: 'report',
      title: 'Report a problem',
      paragraphs: [
        'If something does not work for you, open a ticket in the Support Center. Tell us the page, what you tried and what you use, such as your browser and screen reader. We also help you buy or set up the product another way.',
        'In the European Union you may also turn to the market surveillance authority of your country.',
      ],
    },
  ],
};
