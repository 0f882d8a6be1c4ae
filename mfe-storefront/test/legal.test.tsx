import { describe, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { openPage } from './open-page.tsx';

const sections = () =>
  screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent ?? '');

function textOf(id: string): string {
  return document.getElementById(id)?.textContent ?? '';
}

function expectRealSections(container: HTMLElement): void {
  for (const section of container.querySelectorAll('main section')) {
    expect(section.textContent?.length).toBeGreaterThan(90);
  }
}

describe('the privacy policy', () => {
  it('is dated June 20, 2025 [P2.09] [P2.98]', async () => {
    await openPage('/privacy');
    expect(screen.getByRole('heading', { level: 1, name: 'Privacy policy' })).toBeTruthy();
    expect(screen.getByText(/June 20, 2025/)).toBeTruthy();
  });

  it('has all of its sections, each with content [P2.99]', async () => {
    const { container } = await openPage('/privacy');
    const titles = sections().join('\n');
    for (const subject of [
      /data we collect/i,
      /use/i,
      /storage and security/i,
      /sharing/i,
      /your rights/i,
      /third parties/i,
      /retention/i,
      /children under 18/i,
      /international transfers/i,
      /changes/i,
      /contact/i,
      /GDPR and CCPA compliance/i,
    ]) {
      expect(titles).toMatch(subject);
    }
    expectRealSections(container);
  });

  it('names what an order stores of its buyer', async () => {
    await openPage('/privacy');
    expect(textOf('data-collected')).toMatch(
      /Purchases: your email address, your name and the name of your business/,
    );
  });

  it('names the six rights [P2.100]', async () => {
    await openPage('/privacy');
    const rights = within(document.getElementById('user-rights') as HTMLElement).getAllByRole('listitem');
    expect(rights.map((item) => item.textContent?.split(':')[0])).toEqual([
      'Access',
      'Correction',
      'Deletion',
      'Portability',
      'Restriction',
      'Objection',
    ]);
  });

  it('requires an age of at least 18 [P2.101]', async () => {
    await openPage('/privacy');
    expect(textOf('children')).toMatch(/at least 18 years old/);
  });

  it('has an index that links to each section', async () => {
    const { container } = await openPage('/privacy');
    const index = within(screen.getByRole('navigation', { name: 'On this page' })).getAllByRole('link');
    expect(index).toHaveLength(container.querySelectorAll('main section').length);
    for (const link of index) {
      expect(document.getElementById((link.getAttribute('href') ?? '').slice(1))).not.toBeNull();
    }
  });
});

describe('the terms of service', () => {
  it('are effective July 2, 2025 [P2.10] [P2.102]', async () => {
    await openPage('/terms-of-service');
    expect(screen.getByRole('heading', { level: 1, name: 'Terms of service' })).toBeTruthy();
    expect(screen.getByText(/Effective July 2, 2025/)).toBeTruthy();
  });

  it('have all of their sections, each with content [P2.103]', async () => {
    const { container } = await openPage('/terms-of-service');
    const titles = sections().join('\n');
    for (const subject of [
      /acceptance/i,
      /the service/i,
      /license and restrictions/i,
      /data usage/i,
      /reseller program/i,
      /payment and refunds/i,
      /liability/i,
      /availability/i,
      /termination/i,
      /changes/i,
      /governing law/i,
      /contact/i,
    ]) {
      expect(titles).toMatch(subject);
    }
    expectRealSections(container);
  });

  it('say who may withdraw, for how long, when the right ends, and where', async () => {
    await openPage('/r/acme-1/terms-of-service');
    const text = textOf('right-of-withdrawal');
    expect(text).toMatch(/consumer in the EU.*within 14 days/);
    expect(text).toMatch(/agree to immediate delivery.*ends when the key is delivered/);
    const link = within(document.getElementById('right-of-withdrawal') as HTMLElement).getByRole('link');
    expect(link.getAttribute('href')).toBe('/r/acme-1/withdraw');
  });

  it('allow refund requests within 30 days [P2.104]', async () => {
    await openPage('/terms-of-service');
    expect(textOf('payment-and-refunds')).toMatch(/refund requests within 30 days/);
  });
});
