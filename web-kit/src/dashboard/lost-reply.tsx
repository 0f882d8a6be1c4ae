import { Alert } from '@leadping/web-kit/ui/core';
import form from '../form/form.module.css';

interface LostReplyProps {
  /** The start of the sentence: `The license for ann@example.com`. */
  what: string;
  button: string;
}

/**
 * A notice in a form whose request got no reply (`useWriteOnce`). It names the object that may exist and the next
 * step.
 */
export function LostReply({ what, button }: LostReplyProps) {
  return (
    <Alert
      className={form.notice}
      type="warning"
      showIcon
      title={`${what} may have been created`}
      description={`We got no reply. Press “${button}” again without changing anything: a second one is never created. If you want to enter something else, look in the list first.`}
    />
  );
}
