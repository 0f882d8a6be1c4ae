import type { RegistryClient } from './registry-client.ts';

/** What is released of these apps, and how each version did in the last hour. */
export async function readHealth(client: RegistryClient, isWanted: (app: string) => boolean) {
  const { revision, apps } = await client.status();
  return {
    revision,
    apps: apps
      .filter(({ name }) => isWanted(name))
      .map(({ name, versions }) => ({
        name,
        versions: versions.map(({ minutes: _minutes, ...figures }) => figures),
      })),
  };
}

export type HealthReport = Awaited<ReturnType<typeof readHealth>>;
