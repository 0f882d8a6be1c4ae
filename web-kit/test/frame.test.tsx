import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Route, Routes } from '@leadping/web-kit/router';
import { catchErrors } from '@leadping/test-kit/web/caught-errors';
import { openPart } from '@leadping/test-kit/web/open-page';
import { screen, waitFor } from '@testing-library/react';
import { type ComponentType, Suspense } from 'react';
import { reloadable } from '../src/page/reloadable.tsx';

/** Files of the page that fail to load, as after a lost connection. */
const missing = new Set<string>();
const loads: string[] = [];
async function load<Module>(name: string, module: Module): Promise<Module> {
  loads.push(name);
  if (missing.has(name)) throw new Error(`Loading chunk ${name} failed`);
  return module;
}

jest.unstable_mockModule('../src/dashboard/command-palette.tsx', () =>
  load('palette', { default: () => <p>The palette</p> }),
);
const { Frame } = await import('../src/dashboard/frame.tsx');

let reported: string[] = [];

beforeEach(() => {
  reported = catchErrors();
});
afterEach(() => {
  loads.length = 0;
  missing.clear();
});

const pageOf = (name: string, Page: ComponentType): [string, ComponentType] => [
  name,
  reloadable(() => load(name, { default: Page })),
];

/** Opens a dashboard that is built like those of the remotes, with newly loaded files for each test. */
function open() {
  const pages = [
    pageOf('home', () => <h1>Home</h1>),
    pageOf('orders', () => <h1>Orders</h1>),
    pageOf('broken', () => {
      throw new Error('cannot draw');
    }),
  ];
  return openPart(
    <Frame
      entries={pages.map(([name]) => ({ to: name === 'home' ? '/' : `/${name}`, label: name }))}
      head={null}
      onLogout={() => undefined}
      isLoggingOut={false}
    >
      <Routes>
        {pages.map(([name, Page]) => (
          <Route
            key={name}
            path={name === 'home' ? '/' : name}
            element={
              <Suspense fallback="Loading">
                <Page />
              </Suspense>
            }
          />
        ))}
      </Routes>
    </Frame>,
  );
}
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const link = (name: string) => screen.getByRole('link', { name });

describe('a dashboard page whose file fails to load', () => {
  it('shows a notice in its place, is reported, and recovers with "Try again" once the file is available', async () => {
    missing.add('orders');
    const { user } = await open();
    await user.click(link('orders'));
    await heading('This page did not load');
    expect(link('home')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(loads).toEqual(['home', 'orders', 'orders']));
    await heading('This page did not load');
    missing.clear();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await heading('Orders');
    expect(reported).toEqual(['Loading chunk orders failed', 'Loading chunk orders failed']);
  });

  it('does not block other pages, and is loaded again on return', async () => {
    missing.add('orders');
    const { user } = await open();
    await user.click(link('orders'));
    await heading('This page did not load');
    await user.click(link('home'));
    await heading('Home');
    missing.clear();
    await user.click(link('orders'));
    await heading('Orders');
    expect(loads).toEqual(['home', 'orders', 'orders']);
  });

  it('shows the same notice if rendering fails', async () => {
    const { user } = await open();
    await user.click(link('broken'));
    await heading('This page did not load');
    await user.click(link('orders'));
    await heading('Orders');
    expect(reported).toEqual(['cannot draw']);
  });
});

describe('a command palette whose file fails to load', () => {
  it('shows a notice, leaves the page usable, and is loaded again at the next opening', async () => {
    missing.add('palette');
    const { user, toasts } = await open();
    await heading('Home');
    await user.keyboard('{Control>}k{/Control}');
    await waitFor(() =>
      expect(toasts).toMatchObject([{ title: 'Search did not load', tone: 'destructive' }]),
    );
    expect(screen.getByRole('heading', { level: 1, name: 'Home' })).toBeTruthy();
    missing.clear();
    await user.keyboard('{Control>}k{/Control}');
    await screen.findByText('The palette');
  });
});
