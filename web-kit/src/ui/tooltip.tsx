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

/** Milliseconds (specification §9): a tooltip opens after the first, at once when the last one closed within the second. */
const OPEN_DELAY = 700;
const SKIP_DELAY = 300;

const IsProvided = createContext(false);

/** Around all tooltips of a page, so that they know of each other. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Provider delayDuration={OPEN_DELAY} skipDelayDuration={SKIP_DELAY}>
      <IsProvided value>{children}</IsProvided>
    </Provider>
  );
}

interface TooltipProps {
  text: ReactNode;
  /** The element has the text as its name already: those who hear it hear it once. */
  isName?: boolean;
  /** One element; where it takes focus the keyboard opens the tooltip too. */
  children: ReactElement;
}

/** Where nothing around it provides for tooltips, a frame of another release or a page of one, it opens all the same. */
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

/** A dialog that closes gives the focus back to its button; who uses a mouse has asked for no tooltip then. */
function openForKeyboard(event: FocusEvent<HTMLElement>) {
  if (!event.currentTarget.matches(':focus-visible')) event.preventDefault();
}
