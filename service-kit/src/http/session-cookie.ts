/**
 * The name of the cookie that carries a session, the same for identity, which sets it, and the gateway, which reads it.
 * The `__Host-` prefix needs Secure, which a plain http address in development cannot have.
 */
export function sessionCookieName(nodeEnv: 'development' | 'test' | 'production'): string {
  return nodeEnv === 'production' ? '__Host-session' : 'session';
}
