import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openBus, type Bus } from '@leadping/service-kit/messaging/bus';
import { buildLog } from '@leadping/service-kit/telemetry/log';
import { buildMetrics } from '@leadping/service-kit/telemetry/metrics';
import { dropStack } from '@leadping/test-kit/drop-stack';
import { testConfig } from '@leadping/test-kit/environment';
import mongoose from 'mongoose';
import { randomBytes } from 'node:crypto';
import { GatewayConfig } from '../src/config.ts';
import { announceRollbacks } from '../src/releases/announce-rollbacks.ts';
import { releaseModel, type ReleaseModel } from '../src/releases/release.model.ts';

const nowhere = 'http://127.0.0.1:9';
const config = testConfig(GatewayConfig, {
  IDENTITY_URL: nowhere,
  COMMERCE_URL: nowhere,
  LICENSING_URL: nowhere,
  SUPPORT_URL: nowhere,
  RELEASE_SIGNING_SEED: randomBytes(32).toString('hex'),
});

let connection: mongoose.Connection;
let releases: ReleaseModel;
let bus: Bus;
beforeAll(async () => {
  const dbName = `${config.DATABASE_PREFIX}gateway`;
  connection = await mongoose.createConnection(config.MONGODB_URI, { dbName }).asPromise();
  releases = releaseModel(connection);
  bus = openBus({
    service: 'gateway',
    address: { url: 'nats://127.0.0.1:9' },
    prefix: config.NATS_PREFIX,
    log: buildLog({ service: 'gateway', level: 'silent' }),
    metrics: buildMetrics('gateway'),
  });
});
afterAll(async () => {
  await bus.close();
  await connection.close();
  await dropStack(config);
});

describe('an automatic rollback while NATS is away', () => {
  it('is announced later, and the health check does not count as failed', async () => {
    const kept = { by: 'gateway', apps: ['mfe-admin'], builds: [], state: '{}', signature: 'none' };
    for (const _id of [1, 2])
      await releases.create({ ...kept, _id, at: new Date(), action: 'automatic-rollback' });
    const failures: unknown[] = [];
    const lines: unknown[] = [];

    await announceRollbacks({
      releases,
      bus,
      record: (line) => void lines.push(line),
      onWaiting: (err) => void failures.push(err),
    });

    expect(failures).toEqual([expect.objectContaining({ message: 'NATS is not connected' })]);
    expect(await releases.countDocuments({ announcedAt: null })).toBe(2);
    expect(lines).toEqual([]);
  });
});
