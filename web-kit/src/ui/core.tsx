import { ConfigProvider, Modal as AntdModal, type ModalProps, theme } from 'antd';
import { useTheme } from '@leadping/web-kit/shell';
import { type ReactNode, useMemo } from 'react';
import { antdTheme } from '../theme/antd-theme.ts';

export { Alert, Button, Empty, Skeleton, Spin, Switch, Tag } from 'antd';

const MODAL_STYLES = {
  header: { marginBottom: 16 },
  // On narrow phones the two buttons are stacked.
  footer: { display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', rowGap: 8 },
} as const;

/**
 * A dialog that fades in at its final position. antd's default grows after a few frames and can move away under a
 * press. Without any motion antd would not restore the focus.
 */
export function Modal(props: ModalProps) {
  return <AntdModal transitionName="ant-fade" styles={MODAL_STYLES} {...props} />;
}

const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce;
/** A stable object, because antd rerenders all of its parts when it changes. */
const csp = nonce ? { nonce } : undefined;

let layer: HTMLElement | undefined;

/**
 * The container for dialogs and lists. In the body itself antd would block scrolling by a style without a nonce,
 * which the content security policy refuses. The shell's own style does this instead.
 */
const openLayer = () => (layer ??= document.body.appendChild(document.createElement('div')));

/** Wraps a page that uses antd, once, with our colors, sizes and motion in the current theme. */
export function UiProvider({ children }: { children: ReactNode }) {
  const { mode } = useTheme();
  const themed = useMemo(
    () => ({
      ...antdTheme(mode),
      algorithm: mode === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm,
    }),
    [mode],
  );
  return (
    <ConfigProvider csp={csp} getPopupContainer={openLayer} theme={themed}>
      {children}
    </ConfigProvider>
  );
}
