import { ConfigProvider, theme } from 'antd';
import { useTheme } from '@leadping/web-kit/shell';
import type { ReactNode } from 'react';
import { antdTheme } from '../theme/antd-theme.ts';

export { Alert, Button, Empty, Modal, Skeleton, Spin, Switch, Tag } from 'antd';

const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce;

let layer: HTMLElement | undefined;

/**
 * Where dialogs and lists open. In the body itself antd would hold the page below a dialog by a style without a nonce,
 * which the content policy refuses; the shell's own style does it.
 */
const openLayer = () => (layer ??= document.body.appendChild(document.createElement('div')));

/** Around a page that uses antd, once: our colours, sizes and motion, in the theme on screen. */
export function UiProvider({ children }: { children: ReactNode }) {
  const { mode } = useTheme();
  return (
    <ConfigProvider
      csp={nonce ? { nonce } : undefined}
      getPopupContainer={openLayer}
      theme={{
        ...antdTheme(mode),
        algorithm: mode === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm,
      }}
    >
      {children}
    </ConfigProvider>
  );
}
