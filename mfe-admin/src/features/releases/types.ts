import type {
  getReleaseStatus,
  listReleaseHistory,
  listReleases,
  VersionHealth,
} from '@leadping/contracts/gateway/release-routes';
import type { ParsedReplyOf } from '@leadping/contracts/route';

export type Released = ParsedReplyOf<typeof listReleases>;
export type ReleasedApp = Released['apps'][number];
export type AppHealth = ParsedReplyOf<typeof getReleaseStatus>['apps'][number];
export type HistoryEntry = ParsedReplyOf<typeof listReleaseHistory>['entries'][number];
export type { VersionHealth };
