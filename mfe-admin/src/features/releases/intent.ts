import type { Released, ReleasedApp } from './types.ts';

/** A change that waits for confirmation, with its texts. */
export interface Intent {
  action: 'promote' | 'rollback';
  apps: string[];
  /** The revision that the texts describe, so that a concurrent change is not overwritten. */
  revision: number;
  title: string;
  text: string;
  confirm: string;
}

/** The apps whose canaries were released together with this one. They are promoted or rolled back together. */
function togetherWith(app: ReleasedApp, all: readonly ReleasedApp[]): ReleasedApp[] {
  const group = app.canary?.group;
  return group ? all.filter(({ canary }) => canary?.group === group) : [app];
}

const namesOf = (apps: readonly ReleasedApp[], versionOf: (app: ReleasedApp) => string | null | undefined) =>
  apps.map((app) => `${app.name} ${versionOf(app) ?? ''}`.trim()).join(', ');

export function promoteIntent(app: ReleasedApp, { revision, apps: all }: Released): Intent {
  const together = togetherWith(app, all);
  const canaries = namesOf(together, ({ canary }) => canary?.version);
  return {
    action: 'promote',
    apps: together.map(({ name }) => name),
    revision,
    title: `Give ${canaries} to everybody?`,
    text: `It replaces ${namesOf(together, ({ stable }) => stable)}. Open tabs keep what they have; each new page load gets the new version.`,
    confirm: `Promote ${canaries}`,
  };
}

/** The possible rollback of this app: of its canary, or else to its previous stable version. */
export function rollbackIntent(app: ReleasedApp, { revision, apps: all }: Released): Intent | undefined {
  if (app.canary) {
    const together = togetherWith(app, all);
    const canaries = namesOf(together, ({ canary }) => canary?.version);
    return {
      action: 'rollback',
      apps: together.map(({ name }) => name),
      revision,
      title: `Take back the canary ${canaries}?`,
      text: `Its ${app.canary.percent} % of visitors get ${namesOf(together, ({ stable }) => stable)} again with their next page load.`,
      confirm: `Take back ${canaries}`,
    };
  }
  if (!app.lastGood) return undefined;
  return {
    action: 'rollback',
    apps: [app.name],
    revision,
    title: `Roll ${app.name} ${app.stable} back to ${app.lastGood}?`,
    text: `Every visitor gets ${app.name} ${app.lastGood} again with their next page load. No rollback goes to ${app.stable} again; its team can release it by name.`,
    confirm: `Roll back to ${app.lastGood}`,
  };
}
