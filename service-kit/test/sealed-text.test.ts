import { describe, expect, it } from '@jest/globals';
import { createCipheriv, randomBytes } from 'node:crypto';
import { buildSealer } from '../src/data/sealed-text.ts';

describe('sealed text', () => {
  const older = `old:${'a1'.repeat(32)}`;
  const newer = `new:${'b2'.repeat(32)}`;
  const place = 'resellers/r1/sealedSecretKey';

  it('is signed the same way each time, and a signature by an older key stays valid', () => {
    const signature = buildSealer([older]).sign('ann@example.com', place);
    const sealer = buildSealer([newer, older]);
    expect(sealer.isSigned('ann@example.com', place, signature)).toBe(true);
    expect(sealer.sign('ann@example.com', place)).toBe(sealer.sign('ann@example.com', place));
    expect(buildSealer([newer]).isSigned('ann@example.com', place, signature)).toBe(false);
  });

  it('has a signature that fits no other text and no other place, and refuses what is none', () => {
    const sealer = buildSealer([newer]);
    const signature = sealer.sign('ann@example.com', place);
    expect(sealer.isSigned('ben@example.com', place, signature)).toBe(false);
    expect(sealer.isSigned('ann@example.com', 'resellers/r2/sealedSecretKey', signature)).toBe(false);
    for (const none of ['', 'new', 'new.', signature.slice(0, -1), sealer.seal('ann@example.com', place)]) {
      expect(sealer.isSigned('ann@example.com', place, none)).toBe(false);
    }
  });

  it('is opened with older keys and sealed with the newest', () => {
    const sealed = buildSealer([older]).seal('sk_live_x', place);
    const sealer = buildSealer([newer, older]);
    expect(sealer.open(sealed, place)).toBe('sk_live_x');
    expect(sealer.seal('sk_live_x', place)).toMatch(/^new\./);
    expect(sealed).not.toContain('sk_live_x');
  });

  it('is refused if it was altered', () => {
    const sealer = buildSealer([newer]);
    const parts = sealer.seal('secret', place).split('.');
    expect(() => sealer.open([...parts.slice(0, -1), 'AAAA'].join('.'), place)).toThrow();
    expect(() => sealer.open('new', place)).toThrow();
  });

  it.each([
    'resellers/r2/sealedSecretKey',
    'resellers/r1/sealedWebhookSecret',
    'settings/r1/sealedSecretKey',
  ])('is not opened in another place: %s', (elsewhere) => {
    const sealer = buildSealer([newer]);
    expect(() => sealer.open(sealer.seal('secret', place), elsewhere as typeof place)).toThrow();
  });

  it('is not opened if its place is not part of the seal, regardless of the form that it claims', () => {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', Buffer.from('b2'.repeat(32), 'hex'), nonce);
    const ciphertext = Buffer.concat([cipher.update('secret'), cipher.final()]);
    const parts = [nonce, cipher.getAuthTag(), ciphertext].map((part) => part.toString('base64url'));
    const sealer = buildSealer([newer]);
    for (const form of [[], ['2']]) {
      expect(() => sealer.open(['new', ...form, ...parts].join('.'), place)).toThrow();
    }
    const stripped = sealer.seal('secret', place).replace('.2.', '.');
    expect(() => sealer.open(stripped, place)).toThrow();
  });
});
