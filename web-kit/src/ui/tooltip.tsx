import { Slot } from '@radix-ui/react-slot';
import { Content, Portal, Provider, Root, Trigger } from '@radix-ui/react-tooltip';
import {
  type ComponentProps,
  createContext,
  type FocusEvent,
  type ReactElement,
  type ReactNode,
  use,
} from 'react';
import styles from './tooltip.module.css';

/**
 * In ms (specification §9): a tooltip opens after the first delay, or immediately if the last one closed within
 * the second.
 */
const OPEN_DELAY = 700;
const SKIP_DELAY = 300;

const IsProvided = createContext(false);

/** Wraps all tooltips of a page, so that they share their delays. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Provider delayDuration={OPEN_DELAY} skipDelayDuration={SKIP_DELAY}>
      <IsProvided value>{children}</IsProvided>
    </Provider>
  );
}

interface TooltipProps {
  text: ReactNode;
  /** Whether the text is already the element's name, so that screen readers announce it once. */
  isName?: boolean;
  /** One element. If it is focusable, the keyboard opens the tooltip too. */
  children: ReactElement;
}

/** Also works without a provider, for example in a frame or page of another release. */
export function Tooltip(props: TooltipProps) {
  if (use(IsProvided)) return <ProvidedTooltip {...props} />;
  return (
    <TooltipProvider>
      <ProvidedTooltip {...props} />
    </TooltipProvider>
  );
}

function ProvidedTooltip({ text, isName = false, children }: TooltipProps) {
  return (
    <Root>
      <Trigger asChild onFocus={openForKeyboard}>
        {isName ? <Undescribed>{children}</Undescribed> : children}
      </Trigger>
      <Portal>
        <Content className={styles.tooltip} sideOffset={6} collisionPadding={8}>
          {text}
        </Content>
      </Portal>
    </Root>
  );
}

function Undescribed(props: ComponentProps<typeof Slot>) {
  return <Slot {...props} aria-describedby={undefined} />;
}

/**
 * Opens for keyboard focus only. A closing dialog returns the focus to its button, and mouse users expect no
 * tooltip then.
 */
function openForKeyboard(event: FocusEvent<HTMLElement>) {
  if (!event.currentTarget.matches(':focus-visible')) event.preventDefault();
}
