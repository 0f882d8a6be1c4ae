import type { RegistryClient } from './registry-client.ts';

/** The releases of these apps and the health of each version in the last hour. */
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
