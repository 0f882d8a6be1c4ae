import { Content, Portal, Provider, Root, Trigger } from '@radix-ui/react-tooltip';
import type { ReactElement, ReactNode } from 'react';
import styles from './tooltip.module.css';

/** Milliseconds (specification §9): a tooltip opens after the first, at once when the last one closed within the second. */
const OPEN_DELAY = 700;
const SKIP_DELAY = 300;

/** Around all tooltips of a page, so that they know of each other. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Provider delayDuration={OPEN_DELAY} skipDelayDuration={SKIP_DELAY}>
      {children}
    </Provider>
  );
}

interface TooltipProps {
  text: ReactNode;
  /** One element that takes focus: the tooltip describes it. */
  children: ReactElement;
}

export function Tooltip({ text, children }: TooltipProps) {
  return (
    <Root>
      <Trigger asChild>{children}</Trigger>
      <Portal>
        <Content className={styles.tooltip} sideOffset={6} collisionPadding={8}>
          {text}
        </Content>
      </Portal>
    </Root>
  );
}
