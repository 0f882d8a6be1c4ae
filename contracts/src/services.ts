/** Every process that serves HTTP: the gateway and the services behind it. */
export const SERVICES = ['svc-identity', 'svc-commerce', 'svc-licensing', 'svc-support', 'gateway'] as const;
export type ServiceName = (typeof SERVICES)[number];
