import { ConfigProvider, Modal as AntdModal, type ModalProps, theme } from 'antd';
import { useTheme } from '@leadping/web-kit/shell';
import { type ReactNode, useMemo } from 'react';
import { antdTheme } from '../theme/antd-theme.ts';

export { Alert, Button, Empty, Skeleton, Spin, Switch, Tag } from 'antd';

const MODAL_STYLES = {
  header: { marginBottom: 16 },
  // Where a phone has no place for both buttons in a line they stand one above the other.
  footer: { display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', rowGap: 8 },
} as const;

/**
 * A dialog that fades in, in its place: antd lets it grow after a few frames, away from under a press that comes meanwhile.
 * Without any motion it would not remember what to give the focus back to.
 */
export function Modal(props: ModalProps) {
  return <AntdModal transitionName="ant-fade" styles={MODAL_STYLES} {...props} />;
}

const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce;
/** The same object each time: antd draws all of its parts again where one of these changes. */
const csp = nonce ? { nonce } : undefined;

let layer: HTMLElement | undefined;

/**
 * Where dialogs and lists open. In the body itself antd would hold the page below a dialog by a style without a nonce,
 * which the content policy refuses; the shell's own style does it.
 */
const openLayer = () => (layer ??= document.body.appendChild(document.createElement('div')));

/** Around a page that uses antd, once: our colors, sizes and motion, in the theme on screen. */
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
