/**
 * Prints a fresh value for every secret of docker-compose.yml, as lines for `.env`, which its owner alone may read:
 * `(umask 077; node deploy/make-secrets.mjs >> .env); chmod 600 .env`. Only what comes from others (Postmark's token, addresses) is left to fill in. A new value for
 * one alone: `node deploy/make-secrets.mjs | grep ^SUPPORT_SEAL_KEYS=`.
 */
import { generateKeyPairSync, randomBytes } from 'node:crypto';

const PROCESSES = ['GATEWAY', 'IDENTITY', 'COMMERCE', 'LICENSING', 'SUPPORT'];
const hex = () => randomBytes(32).toString('hex');
// The day says how old a key is; a second one of the same day needs an id of its own.
const keyId = `k${new Date().toISOString().slice(0, 10).replaceAll('-', '')}x${randomBytes(3).toString('hex')}`;
const keyList = () => `${keyId}:${hex()}`;

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const tailOf = (der) => der.subarray(-32).toString('hex');

const secrets = {
  ACTOR_SIGNING_KEYS: `${keyId}:${tailOf(privateKey.export({ format: 'der', type: 'pkcs8' }))}`,
  ACTOR_VERIFY_KEYS: `${keyId}:${tailOf(publicKey.export({ format: 'der', type: 'spki' }))}`,
  PAGE_TOKEN_SECRET: hex(),
  RELEASE_SIGNING_SEED: hex(),
  LICENSE_SIGNING_SEED: hex(),
  LICENSE_ROOT_SEED: hex(),
  LICENSE_INDEX_SECRET: hex(),
  IDENTITY_SEAL_KEYS: keyList(),
  COMMERCE_SEAL_KEYS: keyList(),
  LICENSING_SEAL_KEYS: keyList(),
  SUPPORT_SEAL_KEYS: keyList(),
  LICENSE_KEY_SEAL_KEYS: keyList(),
  CREDENTIAL_SEAL_KEYS: keyList(),
  ERASURE_SEAL_KEYS: keyList(),
  MONGODB_ROOT_PASSWORD: hex(),
  MONGODB_REPLICA_KEY: hex(),
  ...Object.fromEntries([...PROCESSES, 'BACKUP'].map((name) => [`${name}_DATABASE_PASSWORD`, hex()])),
  // A letter first: nats-server would read digits in its environment as a number.
  ...Object.fromEntries(
    [...PROCESSES, 'STREAMS', 'OPERATOR', 'SYSTEM'].map((name) => [`${name}_NATS_PASSWORD`, `n${hex()}`]),
  ),
};
for (const [name, value] of Object.entries(secrets)) console.log(`${name}=${value}`);
