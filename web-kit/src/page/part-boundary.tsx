import { Component, type ReactNode } from 'react';

interface PartBoundaryProps {
  /** What stands in for a part that failed, nothing by default; `retry` shows the part again. */
  renderFallback?: (retry: () => void) => ReactNode;
  onFailed?: () => void;
  /** Another one shows the part again, as the path of the page. */
  resetKey?: string;
  children: ReactNode;
}

/** Keeps the failure of a part from the rest of the page. It is reported as any error that nobody catches. */
export class PartBoundary extends Component<PartBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown) {
    // Outside of React, so that it is an error that nobody catches. (`reportError` is younger than our oldest browser.)
    setTimeout(() => {
      throw error;
    });
    this.props.onFailed?.();
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
