import { Component, type ReactNode } from 'react';

interface Props {
  onError(error: unknown): void;
  /** What stands in for the children after an error; `retry` shows them again. */
  renderFallback(retry: () => void): ReactNode;
  children: ReactNode;
}

/** Keeps an error of a remote from the rest of the page. */
export class RemoteBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown) {
    this.props.onError(error);
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return this.props.renderFallback(() => this.setState({ failed: false }));
  }
}
