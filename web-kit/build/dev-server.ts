import type { Configuration } from '@rspack/core';
import type { RouteTable } from '../../contracts/src/remote.ts';

type DevServer = NonNullable<Configuration['devServer']>;
export function devServer(_own?: { name: string; routes: RouteTable }): DevServer { return {}; }
