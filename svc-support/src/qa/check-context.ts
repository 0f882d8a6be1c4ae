import type { SupportContext } from '../context.ts';
import type { ApiClient } from './api-client.ts';

/** The objects of the checks: the platform as seen from outside, and this service from inside. */
export interface CheckContext {
  client: ApiClient;
  support: SupportContext;
}
