/** Every process that answers HTTP behind the gateway. */
export const SERVICES = ['svc-identity', 'svc-commerce', 'svc-licensing', 'svc-support', 'gateway'] as const;
export type ServiceName = (typeof SERVICES)[number];
