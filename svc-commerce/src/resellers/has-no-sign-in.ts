import { DomainError } from '@leadping/service-kit/domain-error';

/** Whether this is identity's reply about a reseller who cannot sign in: what invited them died, or their address was somebody's. */
export const hasNoSignIn = (error: unknown) => error instanceof DomainError && error.code === 'NOT_FOUND';
