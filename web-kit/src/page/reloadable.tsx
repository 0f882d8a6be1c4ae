import { Component, type ComponentType, lazy } from 'react';

/**
 * React's `lazy`, which keeps a failed import for ever, but for that: what failed is imported again when the component
 * is shown again, as by a boundary's "Try again". (The bundler's runtime forgets a file that did not load.)
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

    /** After the failure is on the page: made anew any sooner, it would load in a circle. The boundary above shows it. */
    override componentDidCatch(error: unknown) {
      Loaded = lazy(load);
      throw error;
    }

    override render() {
      return this.state.hasFailed ? null : <Loaded {...this.props} />;
    }
  };
}
