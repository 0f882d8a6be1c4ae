import { Component, type ReactNode } from 'react';

interface PartBoundaryProps {
  /** What is in the place of a part that failed, nothing by default; `retry` shows the part again. */
  renderFallback?: (retry: () => void) => ReactNode;
  /** By default it is reported as any error that nobody catches. */
  report?: (error: unknown) => void;
  onFailed?: () => void;
  /** Another one shows the part again, as the path of the page. */
  resetKey?: string;
  children: ReactNode;
}

/** Outside of React, so that nobody catches it. (The browser's `reportError` is younger than our oldest one.) */
function throwLater(error: unknown): void {
  setTimeout(() => {
    throw error;
  });
}

/** Keeps the failure of a part from the rest of the page. */
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
    // Not with the key that it failed with. Derived from the props, the failure of the new page would be undone, too.
    // oxlint-disable-next-line react/no-did-update-set-state
    if (hasFailed && before.resetKey !== this.props.resetKey) this.setState({ hasFailed: false });
  }

  override render() {
    const { children, renderFallback } = this.props;
    if (!this.state.hasFailed) return children;
    return renderFallback?.(() => this.setState({ hasFailed: false })) ?? null;
  }
}
