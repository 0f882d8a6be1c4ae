import type {
  getReleaseStatus,
  listReleaseHistory,
  listReleases,
  VersionHealth,
} from '@leadping/contracts/gateway/release-routes';
import type { AnswerOf } from '@leadping/contracts/route';

export type Released = AnswerOf<typeof listReleases>;
export type ReleasedApp = Released['apps'][number];
export type AppHealth = AnswerOf<typeof getReleaseStatus>['apps'][number];
export type HistoryEntry = AnswerOf<typeof listReleaseHistory>['entries'][number];
export type { VersionHealth };
