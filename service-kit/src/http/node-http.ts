import type nodeHttp from 'node:http';
import { createRequire } from 'node:module';

/** Node's own. An import of it makes Node.js 26 load its `fetch` and web streams too, for its `WebSocket`: 16 MB. */
export const http = createRequire(import.meta.url)('node:http') as typeof nodeHttp;
