import { createHash } from 'node:crypto';
import type { Log } from '@leadping/service-kit/telemetry/log';
import { LRUCache } from 'lru-cache';
import mongoose from 'mongoose';
import type { FailureModel } from './failure.model.ts';
import { buildId } from './release-state.ts';

/** So many visitors of one network count: with the floor of visitors, no network reaches it alone. */
const VISITORS_OF_ONE_SITE = 2;
const HOUR_MS = 3600 * 1000;
const MESSAGES = 3;

type Build = { name: string; version: string };

/** Who saw a build fail. */
export interface FailureEvidence {
  /** Distinct visitors, at most two of one network. */
  visitors: number;
  networks: number;
  /** Some of what their pages reported. */
  messages: string[];
}

export interface Evidence {
  /** @param view the page view that reports, proven by its token. */
  add: (build: Build, report: { site: string; view: string; message: string }) => void;
  /** Of the last hour, and of no time before `since`. */
  read: (build: Build, since?: number) => Promise<FailureEvidence>;
}

/** Collects failures of builds in the database that all instances share, each visitor once. */
export function openEvidence(failures: FailureModel, log: Log): Evidence {
  // The same visitor's next failure within a minute changes nothing.
  const written = new LRUCache<string, true>({ max: 20_000, ttl: 60_000 });
  return {
    add: (build, { site, view, message }) => {
      const place = (createHash('sha256').update(view).digest()[0] ?? 0) % VISITORS_OF_ONE_SITE;
      const id = `${buildId(build)} ${site} ${place}`;
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
    read: async (build, since = 0) => {
      const from = new Date(Math.max(since, Date.now() - HOUR_MS));
      const found = await failures
        .find({ build: buildId(build), at: mongoose.trusted({ $gte: from }) })
        .limit(1000)
        .lean();
      return {
        visitors: found.length,
        networks: new Set(found.map(({ site }) => site)).size,
        messages: [...new Set(found.map(({ message }) => message))].slice(0, MESSAGES),
      };
    },
  };
}
