import { describe, expect, it } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { ok } from '@leadping/test-kit/web/api-stub';
import { openPage } from './open-page.tsx';
import { ACME } from './tenants.ts';

const head = (selector: string, attribute: string) =>
  document.head.querySelector(selector)?.getAttribute(attribute) ?? null;

describe('the head of the landing page', () => {
  it('has title, description, keywords and canonical link [P2.40]', async () => {
    await openPage('/');
    expect(document.title).toMatch(/Leadping/);
    expect(head('meta[name="description"]', 'content')).toMatch(/One click/);
    expect(head('meta[name="keywords"]', 'content')).toMatch(/lead capture/);
    expect(head('link[rel="canonical"]', 'href')).toBe(`${location.origin}/`);
  });

  it('claims the 7-day free trial in the description [P1.28]', async () => {
    await openPage('/');
    expect(head('meta[name="description"]', 'content')).toMatch(/7-day free trial/);
  });

  it('has social tags with the default share image [P2.41]', async () => {
    await openPage('/');
    expect(head('meta[property="og:title"]', 'content')).toBe(document.title);
    expect(head('meta[property="og:description"]', 'content')).toBeTruthy();
    expect(head('meta[property="og:url"]', 'content')).toBe(`${location.origin}/`);
    expect(head('meta[property="og:image"]', 'content')).toBe(`${location.origin}/og-image.png`);
    expect(head('meta[name="twitter:card"]', 'content')).toBe('summary_large_image');
    expect(head('meta[name="twitter:image"]', 'content')).toBe(`${location.origin}/og-image.png`);
  });

  it('names the reseller’s page as canonical under a tenant', async () => {
    await openPage('/r/acme-1', { 'GET /api/tenant': ok(ACME) });
    await waitFor(() => expect(head('link[rel="canonical"]', 'href')).toBe(`${location.origin}/r/acme-1`));
  });

  it('describes the product and the questions to search engines as valid JSON', async () => {
    const { container } = await openPage('/');
    const blocks = [...container.querySelectorAll('script[type="application/ld+json"]')];
    const types = blocks.map(
      (block) => (JSON.parse(block.textContent ?? '') as { '@type': string })['@type'],
    );
    expect(types).toEqual(['SoftwareApplication', 'FAQPage']);
  });
});
