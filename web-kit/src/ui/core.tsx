import { ConfigProvider, theme } from 'antd';
import { useTheme } from '@leadping/web-kit/shell';
import type { ReactNode } from 'react';
import { antdTheme } from '../theme/antd-theme.ts';

export { Alert, Button, Empty, Modal, Skeleton, Spin, Switch, Tag } from 'antd';

const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce;

/** Around a page that uses antd, once: our colours, sizes and motion, in the theme on screen. */
export function UiProvider({ children }: { children: ReactNode }) {
  const { mode } = useTheme();
  return (
    <ConfigProvider
      csp={nonce ? { nonce } : undefined}
      theme={{
        ...antdTheme(mode),
        algorithm: mode === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm,
      }}
    >
      {children}
    </ConfigProvider>
  );
}
