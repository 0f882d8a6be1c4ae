import { describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { GatewayConfig } from '@leadping/gateway/config';
import { CommerceConfig } from '@leadping/svc-commerce/config';
import { IdentityConfig } from '@leadping/svc-identity/config';
import { LicensingConfig } from '@leadping/svc-licensing/config';
import { SupportConfig } from '@leadping/svc-support/config';
import { ROOT } from '../src/root.ts';

describe('.env.example', () => {
  it('names every variable that a process reads', async () => {
    const example = await readFile(join(ROOT, '.env.example'), 'utf8');
    const named = new Set([...example.matchAll(/^([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name));
    const read = [GatewayConfig, IdentityConfig, CommerceConfig, LicensingConfig, SupportConfig].flatMap(
      ({ shape }) => Object.keys(shape),
    );
    expect(read.filter((name) => !named.has(name))).toEqual([]);
  });
});
