/** Every HTTP service: the gateway and the services behind it. */
export const SERVICES = ['svc-identity', 'svc-commerce', 'svc-licensing', 'svc-support', 'gateway'] as const;
export type ServiceName = (typeof SERVICES)[number];

/** The name in NATS subjects and databases. */
export type ShortName<S extends ServiceName = ServiceName> = S extends `svc-${infer Name}` ? Name : S;

export const shortNameOf = <S extends ServiceName>(service: S) => service.replace('svc-', '') as ShortName<S>;
