import { Component, type ReactNode } from 'react';

interface PartBoundaryProps {
  /** Renders the fallback of a failed part, nothing by default. `retry` renders the part again. */
  renderFallback?: (retry: () => void) => ReactNode;
  /** Defaults to throwing it as an uncaught error. */
  report?: (error: unknown) => void;
  onFailed?: () => void;
  /** A changed key, such as the page's path, renders the part again. */
  resetKey?: string;
  children: ReactNode;
}

/**
 * Throws outside of React, so that the error is uncaught. The browser's `reportError` is too new for our oldest
 * supported browser.
 */
function throwLater(error: unknown): void {
  setTimeout(() => {
    throw error;
  });
}

/** Isolates a failing part from the rest of the page. */
export class PartBoundary extends Component<PartBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown) {
    const { report = throwLater, onFailed } = this.props;
    report(error);
    onFailed?.();
  }

  override componentDidUpdate(before: PartBoundaryProps, { hasFailed }: { hasFailed: boolean }) {
    // Resets only for a new key. Deriving the state from the props would also clear a failure of the new page.
    // oxlint-disable-next-line react/no-did-update-set-state
    if (hasFailed && before.resetKey !== this.props.resetKey) this.setState({ hasFailed: false });
  }

  override render() {
    const { children, renderFallback } = this.props;
    if (!this.state.hasFailed) return children;
    return renderFallback?.(() => this.setState({ hasFailed: false })) ?? null;
  }
}
