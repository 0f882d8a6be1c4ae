import { createPrivateKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** A self-signed certificate (X.509, DER by hand), so that the machine needs no certificate tool. */
export function selfSigned(names: readonly string[]): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(OID_ECDSA_SHA256);
  const subject = sequence(tag(0x31, sequence(OID_COMMON_NAME, tag(0x0c, Buffer.from(names[0] ?? '')))));
  const validity = sequence(utcTime(-1), utcTime(30));
  const alternatives = sequence(...names.map((name) => tag(0x82, Buffer.from(name))));
  const extensions = tag(0xa3, sequence(sequence(OID_SUBJECT_ALT_NAME, tag(0x04, alternatives))));
  const body = sequence(
    tag(0xa0, tag(0x02, Buffer.from([2]))),
    tag(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    subject,
    validity,
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    extensions,
  );
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
  const signature = sign('sha256', body, createPrivateKey(key));
  const certificate = sequence(body, algorithm, tag(0x03, Buffer.concat([Buffer.from([0]), signature])));
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? [];
  return { key, cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n` };
}

const OID_ECDSA_SHA256 = Buffer.from('06082a8648ce3d040302', 'hex');
const OID_COMMON_NAME = Buffer.from('0603550403', 'hex');
const OID_SUBJECT_ALT_NAME = Buffer.from('0603551d11', 'hex');

function tag(type: number, content: Buffer): Buffer {
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([type, ...size]), content]);
}

const sequence = (...parts: Buffer[]) => tag(0x30, Buffer.concat(parts));

function utcTime(days: number): Buffer {
  const digits = new Date(Date.now() + days * 24 * 3600_000).toISOString().replace(/[-:T]/g, '').slice(2, 14);
  return tag(0x17, Buffer.from(`${digits}Z`));
}
