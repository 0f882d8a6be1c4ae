import { describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { QUESTIONS } from '../src/copy/faq.ts';
import { Faq } from '../src/features/landing/faq.tsx';
import { openPart } from './open-page.tsx';

const openOnes = () =>
  screen
    .getAllByRole('button')
    .filter((button) => button.getAttribute('aria-expanded') === 'true')
    .map((button) => button.textContent);

const question = (name: string) => screen.getByRole('button', { name });

describe('the FAQ', () => {
  it('has real questions with real answers [P2.56]', async () => {
    await openPart(<Faq />);
    expect(QUESTIONS.length).toBeGreaterThan(7);
    for (const item of QUESTIONS) {
      expect(question(item.question)).toBeTruthy();
      expect(item.answer.length).toBeGreaterThan(60);
    }
  });

  it('promises delivery of data in 2-3 seconds [P1.23]', async () => {
    const { user } = await openPart(<Faq />);
    await user.click(question('How fast does a lead arrive?'));
    expect(screen.getByRole('region', { name: 'How fast does a lead arrive?' }).textContent).toMatch(
      /2-3 seconds/,
    );
  });

  it('closes the open question when another one is opened [P2.70]', async () => {
    const { user } = await openPart(<Faq />);
    expect(openOnes()).toEqual([]);
    await user.click(question('Does it work with my CRM?'));
    expect(openOnes()).toEqual(['Does it work with my CRM?']);
    await user.click(question('What does lifetime mean?'));
    expect(openOnes()).toEqual(['What does lifetime mean?']);
    expect(screen.queryByRole('region', { name: 'Does it work with my CRM?' })).toBeNull();
  });

  it('closes the open question when it is clicked again [P2.71]', async () => {
    const { user } = await openPart(<Faq />);
    await user.click(question('Do you see my leads?'));
    await user.click(question('Do you see my leads?'));
    expect(openOnes()).toEqual([]);
  });
});
