import { createHmac } from 'node:crypto';
import { providerOf } from '@leadping/service-kit/http/network';
import type { Log } from '@leadping/service-kit/telemetry/log';
import { LRUCache } from 'lru-cache';
import mongoose from 'mongoose';
import type { KnownNetworkModel } from './known-network.model.ts';

const DAY_MS = 24 * 3600 * 1000;

/** Networks that were served pages in the last 30 days, over all instances. */
export interface KnownNetworks {
  /** Adds the network of an address in the background. */
  add: (address: string) => void;
  /** @returns the networks (as returned by `providerOf`) that were served a page before this moment */
  findKnown: (networks: readonly string[], before: number) => Promise<Set<string>>;
}

export function openKnownNetworks(model: KnownNetworkModel, secretHex: string, log: Log): KnownNetworks {
  const key = Buffer.from(secretHex, 'hex');
  const hash = (network: string) =>
    createHmac('sha256', key).update(`known network ${network}`).digest('base64url').slice(0, 22);
  // Each network is written once a day.
  const written = new LRUCache<string, true>({ max: 20_000, ttl: DAY_MS });
  return {
    add: (address) => {
      const network = providerOf(address);
      if (written.has(network)) return;
      written.set(network, true);
      const now = new Date();
      model
        .updateOne(
          { _id: hash(network) },
          { $setOnInsert: { firstSeenAt: now }, $set: { seenAt: now } },
          { upsert: true },
        )
        .catch((err: unknown) => {
          written.delete(network);
          log.debug({ err }, 'network of a visitor not recorded');
        });
    },
    findKnown: async (networks, before) => {
      const byHash = new Map(networks.map((network) => [hash(network), network]));
      const found = await model
        .find({
          _id: mongoose.trusted({ $in: [...byHash.keys()] }),
          firstSeenAt: mongoose.trusted({ $lt: new Date(before) }),
        })
        .lean();
      return new Set(found.map(({ _id }) => byHash.get(_id) ?? ''));
    },
  };
}
