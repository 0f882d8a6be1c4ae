import { describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { ROUTES } from '../src/route-table.ts';
import { openPage } from './open-page.tsx';

const PUBLIC = ROUTES.map(({ path }) => path).filter(
  (path) => !path.includes(':') && !path.includes('success') && !path.includes('return'),
);

describe('a visitor who is not signed in', () => {
  it.each(PUBLIC)('can view %s [P6.01]', async (path) => {
    const { api } = await openPage(path);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toMatch(/\w{3}/);
    expect(api.calls.filter(({ path: called }) => !/^\/api\/(pricing|tenant)$/.test(called))).toEqual([]);
  });

  it.each(PUBLIC)('finds the headings in order on %s', async (path) => {
    const { container } = await openPage(path);
    const levels = [...container.querySelectorAll('h1, h2, h3, h4')].map((heading) =>
      Number(heading.tagName[1]),
    );
    expect(levels[0]).toBe(1);
    for (const [index, level] of levels.entries()) {
      expect(level - (levels[index - 1] ?? 1)).toBeLessThanOrEqual(1);
    }
  });

  it.each(PUBLIC)('sees exclamation marks only in Ping! and Pinged! on %s', async (path) => {
    const { container } = await openPage(path);
    const prose = container.cloneNode(true) as HTMLElement;
    for (const code of prose.querySelectorAll('pre, code, script')) code.remove();
    expect((prose.textContent ?? '').replaceAll(/Ping(ed)?!/g, '')).not.toContain('!');
  });
});
