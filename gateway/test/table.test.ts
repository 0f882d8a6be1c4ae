import { describe, expect, it } from '@jest/globals';
import { patternKey } from '@leadping/contracts/route-match';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { ROUTES, routesOf } from '@leadping/contracts/routes';

const CONTRACTS = path.resolve(import.meta.dirname, '../../contracts/src');
const files = (await readdir(CONTRACTS, { recursive: true })).filter((file) => file.endsWith('.ts'));

const named = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

describe('the routing table', () => {
  it.each(files)('has every route that contracts/src/%s declares', async (file) => {
    const module = (await import(path.join(CONTRACTS, file))) as object;
    expect(ROUTES.map(named)).toEqual(expect.arrayContaining(routesOf(module).map(named)));
  });

  it('has each method of a path once', () => {
    const keys = ROUTES.map(({ method, path }) => `${method} ${patternKey(path)}`);
    expect(keys).toEqual([...new Set(keys)]);
  });

  it('keeps every call under /api', () => {
    expect(ROUTES.filter(({ path }) => !path.startsWith('/api/'))).toEqual([]);
  });

  it('has the routes that a contract exports as a group, such as those of the delivery log', () => {
    expect(ROUTES.map(({ method, path }) => `${method} ${path}`)).toEqual(
      expect.arrayContaining([
        'GET /api/resellers/webhook/deliveries',
        'POST /api/resellers/webhook/deliveries/:id/replay',
        'POST /api/resellers/webhook/secret',
        'GET /api/admin/order-webhook/deliveries',
      ]),
    );
  });
});
