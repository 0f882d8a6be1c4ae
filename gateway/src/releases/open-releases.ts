import type { Bus } from '@leadping/service-kit/messaging/bus';
import type { Log } from '@leadping/service-kit/telemetry/log';
import type { Metrics } from '@leadping/service-kit/telemetry/metrics';
import type { RecordLog } from '@leadping/service-kit/messaging/system-log';
import { onceAMinute } from '@leadping/service-kit/telemetry/once-a-minute';
import type { Connection } from 'mongoose';
import type { FileStore } from '@leadping/service-kit/storage/file-store';
import type { GatewayConfig } from '../config.ts';
import { announceRollbacks } from './announce-rollbacks.ts';
import {
  readRollbackSwitch,
  rollbackSwitchModel,
  type RollbackSwitchModel,
} from './rollback-switch.model.ts';
import { openEvidence, type Evidence } from './evidence.ts';
import { failureModel } from './failure.model.ts';
import { pruneReleases } from './prune.ts';
import { knownNetworkModel } from './known-network.model.ts';
import { openKnownNetworks, type KnownNetworks } from './known-networks.ts';
import { healthModel } from './health.model.ts';
import { openHealth, type Health } from './health.ts';
import type { SignedHistory } from './history.ts';
import { lastGoodFile } from './last-good.ts';
import { signedReader } from './read-signed.ts';
import { openRegistry, type Registry } from './registry.ts';
import { releaseModel, type ReleaseModel } from './release.model.ts';
import { seedReleases } from './seed.ts';
import { releaseSigner } from './signature.ts';
import { type HealthPace, HEALTH_PACE, watchHealth } from './watch-health.ts';

export interface Releases {
  registry: Registry;
  releases: ReleaseModel;
  history: SignedHistory;
  health: Health;
  evidence: Evidence;
  networks: KnownNetworks;
  rollbackSwitch: RollbackSwitchModel;
  /**
   * Creates the indexes and seeds an empty registry. Call it when the database is available.
   * @throws the signal's reason once it is aborted.
   */
  start: (signal: AbortSignal) => Promise<void>;
  close: () => Promise<void>;
}

const PRUNE_MS = 3600 * 1000;

interface ReleasesParts {
  config: GatewayConfig;
  database: Connection;
  store: FileStore;
  bus: Bus;
  log: Log;
  metrics: Metrics;
  record: RecordLog;
  pace?: HealthPace | undefined;
}

/** Opens the registry and its background jobs: seeds, health checks, automatic rollback, removal of old files. */
export async function openReleases(parts: ReleasesParts): Promise<Releases> {
  const { config, store, bus, log, pace = HEALTH_PACE } = parts;
  const releases = releaseModel(parts.database);
  const minutes = healthModel(parts.database);
  const health = openHealth(minutes, log, pace.writeMs);
  const signer = releaseSigner(config.RELEASE_SIGNING_SEED);
  const registry = await openRegistry({
    releases,
    signer,
    lastGood: lastGoodFile(config.STATE_FOLDER),
    bus,
    log,
  });
  const failures = failureModel(parts.database);
  const knownNetworks = knownNetworkModel(parts.database);
  const networks = openKnownNetworks(knownNetworks, config.PAGE_TOKEN_SECRET, log);
  const evidence = openEvidence(failures, networks, log);
  const rollbackSwitch = rollbackSwitchModel(parts.database);
  const checkedAt = checkedGauge(parts.metrics);
  const onWaiting = unannouncedLog(log);
  const watch = watchHealth({
    registry,
    health,
    evidence,
    isPaused: async () => (await readRollbackSwitch(rollbackSwitch)).paused,
    onChecked: (startedAt) => checkedAt.set(startedAt / 1000),
    announce: () => announceRollbacks({ releases, bus, record: parts.record, onWaiting }),
    pace,
    log,
  });
  const pruning = setInterval(() => prune({ config, store, log, releases, registry }), PRUNE_MS);

  return {
    registry,
    releases,
    history: { releases, readSigned: signedReader(signer, log) },
    health,
    evidence,
    networks,
    rollbackSwitch,
    start: async (signal) => {
      for (const model of [releases, minutes, failures, knownNetworks]) await model.createIndexes();
      await seedReleases({
        folders: config.SEED_RELEASES,
        registry,
        store,
        isProduction: config.NODE_ENV === 'production',
        signal,
        log,
      });
    },
    close: async () => {
      watch.close();
      clearInterval(pruning);
      registry.close();
      await health.close();
    },
  };
}

const checkedGauge = (metrics: Metrics) =>
  metrics.gauge(
    'releases_checked_timestamp_seconds',
    'When the health of releases was last looked at, which rolls failing ones back',
  );

const unannouncedLog = (log: Log) =>
  onceAMinute((err: unknown) => {
    const nextStep = "Look at NATS. The rollback is made, and the admins' mail goes once NATS is back.";
    log.warn({ err, nextStep }, 'an automatic rollback is not announced yet');
  });

function prune(parts: {
  config: GatewayConfig;
  store: FileStore;
  log: Log;
  releases: ReleaseModel;
  registry: Registry;
}): void {
  const { config, store, log, releases, registry } = parts;
  const keepDays = config.RELEASE_KEEP_DAYS;
  pruneReleases({ store, releases, state: registry.current(), keepDays, log }).catch((err: unknown) =>
    log.warn({ err }, 'old builds could not be removed'),
  );
}
