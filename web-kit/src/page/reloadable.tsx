import { Component, type ComponentType, lazy } from 'react';

/**
 * Like React's `lazy`, but a failed import is retried when the component renders again, for example after "Try
 * again". (The bundler's runtime forgets a file that failed to load.)
 */
export function reloadable<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  let Loaded: ComponentType<Props> = lazy(load);
  return class Reloadable extends Component<Props, { hasFailed: boolean }> {
    override state = { hasFailed: false };

    static getDerivedStateFromError() {
      return { hasFailed: true };
    }

    /**
     * Resets after the error is shown, because an earlier reset would load in an endless loop. The boundary above
     * shows the error.
     */
    override componentDidCatch(error: unknown) {
      Loaded = lazy(load);
      throw error;
    }

    override render() {
      return this.state.hasFailed ? null : <Loaded {...this.props} />;
    }
  };
}
