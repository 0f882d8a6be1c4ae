import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import type { Compiler, Configuration, MultiCompiler } from '@rspack/core';
import { HEAD_PLACEHOLDER, NONCE_PLACEHOLDER, RELEASE_ELEMENT_ID } from '../../contracts/src/gateway/page.ts';
import type { ReleaseDocument } from '../../contracts/src/release.ts';
import { REMOTE_CONTRACT, type RouteTable, type ViewTable } from '../../contracts/src/remote.ts';

type DevServer = NonNullable<Exclude<Configuration['devServer'], false>>;

interface OwnRemote {
  name: string;
  routes: RouteTable;
  views: ViewTable;
}

/** Where everything that is not under development comes from: the API, and the other remotes. */
const GATEWAY = process.env.GATEWAY_URL ?? 'http://localhost:8080';

/** The gateway's release with the remote under development in the place of the released one. */
async function releaseWith(own: OwnRemote | undefined): Promise<ReleaseDocument> {
  const response = await fetch(`${GATEWAY}/remotes.json`).catch(() => null);
  const released: ReleaseDocument = response?.ok
    ? ((await response.json()) as ReleaseDocument)
    : { schema: 1, revision: 0, remotes: {} };
  if (!own) return released;
  const development = {
    version: '0.0.0-dev',
    contract: REMOTE_CONTRACT,
    entry: `/assets/${own.name}/dev/remoteEntry.js`,
    // Integrity is for releases: a file that changes at every save has none.
    integrity: '',
    preload: [],
    routes: own.routes.map((route) => route.path),
    views: [...own.views],
  };
  return { ...released, remotes: { ...released.remotes, [own.name]: development } };
}

/** A remote's own refresh runtime comes after React, and finds it only where somebody kept a list of renderers. */
const RENDERER_LIST = `<script>{
  let last = 0;
  const renderers = new Map();
  const inject = (renderer) => (renderers.set(++last, renderer), last);
  const ignore = () => {};
  window.__REACT_DEVTOOLS_GLOBAL_HOOK__ ??= { renderers, inject, supportsFiber: true,
    onScheduleFiberRoot: ignore, onCommitFiberRoot: ignore, onCommitFiberUnmount: ignore };
}</script>`;

function pageWith(template: string, release: ReleaseDocument): string {
  const json = JSON.stringify(release).replaceAll('<', String.raw`\u003c`);
  return template
    .replaceAll(NONCE_PLACEHOLDER, 'dev')
    .replace(
      HEAD_PLACEHOLDER,
      () => `<script type="application/json" id="${RELEASE_ELEMENT_ID}">${json}</script>${RENDERER_LIST}`,
    );
}

/** The shell's page as the shell's compiler last wrote it, in the memory of the server. */
function readTemplate(compiler: Compiler): Promise<string> {
  return new Promise((resolve, reject) => {
    compiler.outputFileSystem?.readFile(path.join(compiler.outputPath, 'index.html'), (error, content) =>
      error ? reject(error) : resolve(String(content)),
    );
  });
}

/** Serves development builds inside the shell's page, with the API and the other remotes behind it. */
export function devServer(own?: OwnRemote): DevServer {
  return {
    port: Number(process.env.PORT ?? 8100),
    hot: true,
    proxy: [
      // The gateway takes unsafe calls only from pages of its own origin.
      {
        context: ['/api'],
        target: GATEWAY,
        changeOrigin: true,
        headers: { origin: new URL(GATEWAY).origin },
      },
      { context: (url) => url.startsWith('/assets/') && !url.includes('/dev/'), target: GATEWAY },
    ],
    setupMiddlewares: (middlewares, { compiler }: { compiler: Compiler | MultiCompiler }) => {
      const compilers = 'compilers' in compiler ? compiler.compilers : [compiler];
      const shell = compilers.find(({ name }) => name === 'shell');
      middlewares.unshift({
        name: 'page',
        middleware: async (
          request: IncomingMessage,
          response: ServerResponse,
          next: (error?: unknown) => void,
        ) => {
          if (!shell || !request.headers.accept?.includes('text/html')) return next();
          try {
            const page = pageWith(await readTemplate(shell), await releaseWith(own));
            response.setHeader('content-type', 'text/html');
            response.end(page);
          } catch (error) {
            next(error);
          }
        },
      });
      return middlewares;
    },
  };
}
