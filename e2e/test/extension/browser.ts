import { chromium, type BrowserContext, type CDPSession, type Page, type Worker } from '@playwright/test';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../../platform.ts';
import type { World } from './world.ts';

/** The part of the API of chrome://extensions that tests need. */
interface DeveloperPrivate {
  addHostPermission: (id: string, origin: string, done: () => void) => void;
  removeHostPermission: (id: string, origin: string, done: () => void) => void;
  updateProfileConfiguration: (update: { inDeveloperMode: boolean }, done: () => void) => void;
}

export interface ExtensionBrowser {
  context: BrowserContext;
  id: string;
  profile: string;
  worker: () => Promise<Worker>;
  /** Opens a page of the extension, such as `popup`. */
  open: (page: 'popup' | 'options' | 'onboarding') => Promise<Page>;
  /** Lists the permissions in Chrome's installation prompt. */
  installWarnings: () => Promise<string[]>;
  /** Grants access to hosts, like pressing Allow in Chrome's prompt. */
  allow: (...hosts: string[]) => Promise<void>;
  /** Revokes access to a host. */
  forbid: (host: string) => Promise<void>;
  /** Enables developer mode, otherwise a reloaded unpacked extension is disabled. */
  becomeDeveloper: () => Promise<void>;
  /** Replaces the extension with a newer version while its pages and tabs are open. */
  update: () => Promise<void>;
  /** Kills the worker at any point. */
  killWorker: () => Promise<void>;
  /** Kills the browser like a power failure. Its profile is kept, with the permissions of the extension. */
  kill: () => Promise<void>;
  close: () => Promise<void>;
}

/** The part of Chrome's own settings that holds the permissions of extensions. */
interface Preferences {
  extensions?: {
    settings?: Record<string, { active_permissions?: { explicit_host?: string[] } } | undefined>;
  };
}

export async function launchExtension(options: {
  world: World;
  folder: string;
  /** An existing profile. Default: a new one. */
  profile?: string;
  colorScheme?: 'light' | 'dark';
  /** Default false, so that the button does not ask when a test presses several times for one person. */
  remembersPeople?: boolean;
}): Promise<ExtensionBrowser> {
  const { world, folder } = options;
  const profile = options.profile ?? (await mkdtemp(join(tmpdir(), 'leadping-profile-')));
  const context = await chromium.launchPersistentContext(profile, {
    ...(process.env.CHROMIUM ? { executablePath: process.env.CHROMIUM } : {}),
    headless: false,
    ...(options.colorScheme ? { colorScheme: options.colorScheme } : {}),
    args: [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--disable-extensions-except=${folder}`,
      `--load-extension=${folder}`,
      ...world.browserArguments,
    ],
  });
  // A killed worker stays in the list for a while and does not reply.
  const worker = () =>
    until(
      'a worker that is alive',
      async () => {
        for (const one of context.serviceWorkers().reverse()) {
          const isAlive = one.evaluate(() => true).catch(() => false);
          const isLate = new Promise<false>((resolve) => setTimeout(resolve, 1000, false));
          if (await Promise.race([isAlive, isLate])) return one;
        }
        return undefined;
      },
      15,
    );
  const id = new URL((await worker()).url()).host;
  const { remembersPeople = false } = options;
  await (
    await worker()
  ).evaluate((items) => new Promise<void>((done) => chrome.storage.local.set(items, done)), {
    remembersPeople,
  });

  const onExtensionsPage = async (run: (page: Page) => Promise<unknown>) => {
    const page = await context.newPage();
    await page.goto('chrome://extensions');
    await run(page);
    await page.close();
  };
  const change = (call: 'addHostPermission' | 'removeHostPermission', host: string) =>
    onExtensionsPage((page) =>
      page.evaluate(
        ([name, extension, origin]) =>
          new Promise<void>((resolve) => {
            const { developerPrivate } = (
              globalThis as unknown as { chrome: { developerPrivate: DeveloperPrivate } }
            ).chrome;
            developerPrivate[name](extension, origin, resolve);
          }),
        [call, id, `https://${host}/*`] as const,
      ),
    );
  const becomeDeveloper = () =>
    onExtensionsPage((page) =>
      page.evaluate(
        () =>
          new Promise<void>((resolve) => {
            const { developerPrivate } = (
              globalThis as unknown as { chrome: { developerPrivate: DeveloperPrivate } }
            ).chrome;
            developerPrivate.updateProfileConfiguration({ inDeveloperMode: true }, resolve);
          }),
      ),
    );
  /** Chrome writes a granted permission to its profile up to ten seconds later. */
  const untilPermissionsAreSaved = async () => {
    const { origins = [] } = await (
      await worker()
    ).evaluate(() => new Promise<chrome.permissions.Permissions>((done) => chrome.permissions.getAll(done)));
    await until('the permissions in the profile', async () => {
      const text = await readFile(join(profile, 'Default/Preferences'), 'utf8').catch(() => '{}');
      const saved = (JSON.parse(text) as Preferences).extensions?.settings?.[id];
      const hosts = saved?.active_permissions?.explicit_host ?? [];
      return origins.length === hosts.length && origins.every((origin) => hosts.includes(origin));
    });
  };
  return {
    context,
    id,
    profile,
    worker,
    open: async (name) => {
      const page = await context.newPage();
      await page.goto(`chrome-extension://${id}/${name}.html`);
      return page;
    },
    allow: async (...hosts) => {
      for (const host of hosts) await change('addHostPermission', host);
    },
    installWarnings: async () => {
      let warnings: string[] = [];
      await onExtensionsPage(async (page) => {
        warnings = await page.evaluate(
          (extension) =>
            new Promise<string[]>((done) => chrome.management.getPermissionWarningsById(extension, done)),
          id,
        );
      });
      return warnings;
    },
    forbid: (host) => change('removeHostPermission', host),
    becomeDeveloper,
    update: async () => {
      const file = join(folder, 'manifest.json');
      const manifest = JSON.parse(await readFile(file, 'utf8')) as { version: string };
      const version = manifest.version.replace(/\d+$/, (patch) => String(Number(patch) + 1));
      await writeFile(file, JSON.stringify({ ...manifest, version }));
      await becomeDeveloper();
      const old = await worker();
      const next = context.waitForEvent('serviceworker', { timeout: 60_000 });
      await old.evaluate(() => chrome.runtime.reload()).catch(() => {});
      await next;
    },
    killWorker: async () => {
      const browser = context.browser();
      if (!browser) throw new Error('a persistent context without a browser');
      const session = await browser.newBrowserCDPSession();
      const workers = async () =>
        (await session.send('Target.getTargets')).targetInfos.filter(({ type }) => type === 'service_worker');
      for (const { targetId } of await workers()) await session.send('Target.closeTarget', { targetId });
      // The next event may wake it, under the same id, before anybody sees that it was gone.
      await until('the end of the worker', async () => (await workers()).length === 0, 1).catch(() => {});
      await session.detach();
    },
    kill: async () => {
      await untilPermissionsAreSaved();
      const session = await context.browser()?.newBrowserCDPSession();
      const processes = (await session?.send('SystemInfo.getProcessInfo'))?.processInfo ?? [];
      const pid = processes.find(({ type }) => type === 'browser')?.id;
      if (pid === undefined) throw new Error('the browser has no process');
      const closed = context.waitForEvent('close');
      process.kill(pid, 'SIGKILL');
      await closed;
    },
    close: async () => {
      await context.close();
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Reads the accessibility tree of a page, including closed shadow roots. */
export async function readTree(page: Page): Promise<{ role: string; name: string; text: string }[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const textOf = (id: string): string => {
    const node = byId.get(id);
    if (node?.role?.value === 'StaticText') return String(node.name?.value);
    return (node?.childIds ?? []).map(textOf).join('');
  };
  return nodes.map((node) => ({
    role: String(node.role?.value),
    name: String(node.name?.value),
    text: textOf(node.nodeId),
  }));
}

/** The button of the extension. Its element has another name in each installation. */
export interface FoundButton {
  /** The name of the host element. */
  tag: string;
  text: string;
  /** Whether it works on a press, or shows what came of one. */
  isPressed: boolean;
  box: { x: number; y: number; width: number; height: number };
}

type Node = Awaited<ReturnType<typeof readDom>>;

async function readDom(session: CDPSession) {
  return (await session.send('DOM.getDocument', { depth: -1, pierce: true })).root;
}

/** Finds the buttons in closed shadow roots, which test pages do not have. */
async function findButtons(page: Page): Promise<FoundButton[]> {
  const session = await page.context().newCDPSession(page);
  const found: FoundButton[] = [];
  const textOf = (node: Node): string =>
    node.nodeType === 3 ? node.nodeValue : (node.children ?? []).map(textOf).join('');
  const find = async (node: Node, host: Node | null) => {
    if (host && node.nodeName === 'BUTTON') {
      const { model } = await session.send('DOM.getBoxModel', { backendNodeId: node.backendNodeId });
      const [x = 0, y = 0, right = 0, , , bottom = 0] = model.border;
      const box = { x, y, width: right - x, height: bottom - y };
      const attributes = node.attributes ?? [];
      const isPressed = attributes.includes('aria-disabled') || attributes.includes('data-state');
      found.push({ tag: host.localName, text: textOf(node), isPressed, box });
    }
    for (const child of node.children ?? []) await find(child, host);
    for (const root of node.shadowRoots ?? [])
      await find(root, root.shadowRootType === 'closed' ? node : host);
  };
  try {
    await find(await readDom(session), null);
    return found;
  } finally {
    await session.detach();
  }
}

/** The button, or undefined if it does not exist. */
export async function findButton(page: Page): Promise<FoundButton | undefined> {
  // The page may rerender between two calls.
  const buttons = await findButtons(page).catch(() => []);
  if (buttons.length > 1) throw new Error(`${buttons.length} buttons`);
  return buttons[0];
}

/** The button's text. Page scripts cannot read a closed shadow root. */
export const buttonText = async (page: Page): Promise<string | undefined> => (await findButton(page))?.text;

/** Presses the button with the mouse. */
export async function pressButton(page: Page): Promise<void> {
  const { x, y, width, height } = (await until('the button', () => findButton(page))).box;
  await page.mouse.click(x + width / 2, y + height / 2);
}

/**
 * Presses the button of a page that is still arriving. A press is lost if the button moves just before it, for example from the
 * corner to the name, or if the page redraws between mouse down and mouse up. The button then shows no reaction, and a
 * person presses again.
 */
export async function pressArriving(page: Page): Promise<void> {
  await until('a press that the button takes', async () => {
    await pressButton(page);
    return (await until('the button', () => findButton(page))).isPressed;
  });
}

/** Presses the button once the profile has been read. */
export async function pressPing(page: Page): Promise<void> {
  await until('the button', async () => (await buttonText(page)) === 'Ping!');
  await pressButton(page);
}
