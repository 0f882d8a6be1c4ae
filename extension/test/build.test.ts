import { expect, it, jest } from '@jest/globals';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

jest.unstable_mockModule('../build/check-texts.ts', () => ({
  checkTexts: () => ['de: label is missing'],
}));
const { buildExtension } = await import('../build/build-extension.ts');

it('a build fails if a language lacks a text, and leaves the folder of the last build as it is', async () => {
  // A build empties its folder.
  const output = await mkdtemp(path.join(tmpdir(), 'build-'));
  try {
    const last = path.join(output, 'content.js');
    await writeFile(last, '');
    const options = { gatewayUrl: 'https://leadping.example', licenseRootKey: 'A'.repeat(43), output };
    await expect(buildExtension(options)).rejects.toThrow('de: label is missing');
    expect(existsSync(last)).toBe(true);
  } finally {
    await rm(output, { recursive: true, force: true });
  }
});
