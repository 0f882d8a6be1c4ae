/**
 * The name of the cookie that carries a session, the same for identity, which sets it, and the gateway, which reads it.
 * The `__Host-` prefix needs Secure, which a plain http address in development cannot have.
 */
export const sessionCookieName = (nodeEnv: NodeEnv) => hostCookieName('session', nodeEnv);

/** Name of the cookie of a customer, who is no user. */
export const customerCookieName = (nodeEnv: NodeEnv) => hostCookieName('customer', nodeEnv);

/** Name of the cookie that marks a browser from which an account signed in. */
export const deviceCookieName = (nodeEnv: NodeEnv) => hostCookieName('device', nodeEnv);

type NodeEnv = 'development' | 'test' | 'production';

function hostCookieName(name: string, nodeEnv: NodeEnv): string {
  return nodeEnv === 'production' ? `__Host-${name}` : name;
}
