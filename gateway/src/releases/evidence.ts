import { createHash } from 'node:crypto';
import type { Log } from '@leadping/service-kit/telemetry/log';
import { LRUCache } from 'lru-cache';
import mongoose from 'mongoose';
import type { Failure, FailureModel } from './failure.model.ts';
import type { KnownNetworks } from './known-networks.ts';
import { buildId } from './release-state.ts';

/**
 * Maximum number of signed-in people counted per network. All visitors of a network who are not signed in count as
 * one.
 */
const PEOPLE_OF_ONE_SITE = 2;
const HOUR_MS = 3600 * 1000;
const MESSAGES = 3;

type Build = { name: string; version: string };

/** The visitors who saw a build fail. */
export interface FailureEvidence {
  /** Number of distinct visitors. Visitors who are new since the release count at most as many as the others. */
  visitors: number;
  networks: number;
  /** Some of the reported messages. */
  messages: string[];
}

export interface Evidence {
  /** @param report `userId` of the signed-in user, `site` as returned by `providerOf` */
  add: (build: Build, report: { site: string; userId: string | null; message: string }) => void;
  /**
   * Reads failures of the last hour that were reported since `since`. `releasedAt` is the time of the release in
   * question.
   */
  read: (build: Build, times: { releasedAt: number; since?: number }) => Promise<FailureEvidence>;
}

/** Collects failures of builds in the database that all instances share. Each visitor counts once. */
export function openEvidence(failures: FailureModel, networks: KnownNetworks, log: Log): Evidence {
  // Repeated failures of a visitor are written once a minute.
  const written = new LRUCache<string, true>({ max: 20_000, ttl: 60_000 });
  return {
    add: (build, { site, userId, message }) => {
      const id = `${buildId(build)} ${site} ${placeOf(userId)}`;
      if (written.has(id)) return;
      written.set(id, true);
      failures
        .updateOne(
          { _id: id },
          { $set: { build: buildId(build), site, message: message.slice(0, 200), at: new Date() } },
          { upsert: true },
        )
        .catch((err: unknown) => {
          written.delete(id);
          log.debug({ err }, 'failure of a release not recorded');
        });
    },
    read: async (build, { releasedAt, since = 0 }) => {
      const from = new Date(Math.max(since, Date.now() - HOUR_MS));
      const found = await failures
        .find({ build: buildId(build), at: mongoose.trusted({ $gte: from }) })
        .limit(1000)
        .lean();
      const known = await networks.findKnown([...new Set(found.map(({ site }) => site))], releasedAt);
      return summaryOf(withNewcomers(found, known));
    },
  };
}

function placeOf(userId: string | null): number {
  if (userId === null) return 0;
  return (createHash('sha256').update(userId).digest()[0] ?? 0) % PEOPLE_OF_ONE_SITE;
}

/**
 * Counts at most as many networks that are new since the release as networks that were served pages before it, so
 * that strangers alone cannot cause a rollback.
 */
function withNewcomers(found: readonly Failure[], known: ReadonlySet<string>): Failure[] {
  const seenBefore = found.filter(({ site }) => known.has(site));
  const newcomers = found.filter(({ site }) => !known.has(site));
  return [...seenBefore, ...newcomers.slice(0, seenBefore.length)];
}

const summaryOf = (counted: readonly Failure[]): FailureEvidence => ({
  visitors: counted.length,
  networks: new Set(counted.map(({ site }) => site)).size,
  messages: [...new Set(counted.map(({ message }) => message))].slice(0, MESSAGES),
});
