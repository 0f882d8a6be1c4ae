import { z } from 'zod';

const environment = z.object({
  SANDBOX_PORT: z.coerce.number().int().min(0).max(65_535).default(8090),
  SANDBOX_HOST: z.string().min(1).default('127.0.0.1'),
  SANDBOX_PUBLIC_URL: z.url().optional(),
  SANDBOX_DATA: z.string().min(1).optional(),
});

export interface SandboxConfig {
  port: number;
  /** Defaults to loopback, because the sandbox authenticates nobody. */
  host: string;
  /** The sandbox's URL for browsers, if it differs from the address it listens on. */
  publicUrl: string | undefined;
  /** Without a folder all data is lost when the process ends. */
  dataFolder: string | undefined;
}

export function readConfig(env: NodeJS.ProcessEnv): SandboxConfig {
  const parsed = environment.parse(env);
  return {
    port: parsed.SANDBOX_PORT,
    host: parsed.SANDBOX_HOST,
    publicUrl: parsed.SANDBOX_PUBLIC_URL,
    dataFolder: parsed.SANDBOX_DATA,
  };
}
