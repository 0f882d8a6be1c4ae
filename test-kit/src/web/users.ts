import type { User } from '@leadping/contracts/identity/session-routes';
import { ok } from './api-stub.ts';

/** A user with an account. An admin by default. */
export function aUser(overrides: Partial<User> = {}): User {
  return {
    id: '665f1c2e9b1e8a0012345678',
    username: 'ada',
    email: 'ada@example.com',
    firstName: 'Ada',
    lastName: 'Byron',
    role: 'admin',
    resellerId: null,
    emailVerified: true,
    mustChangePassword: false,
    createdAt: '2026-01-01T00:00:00.000Z',
    ...overrides,
  };
}

export const signedIn = (overrides: Partial<User> = {}) => ({ 'GET /api/user': ok(aUser(overrides)) });
