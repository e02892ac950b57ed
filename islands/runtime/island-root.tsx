import { Component, type ReactNode } from 'react';

/** Message in place of a failed island; the rest of the page works. */
export const LOST_WORDS = 'This part of the page did not load. Reload the page to try again.';

/**
 * Wraps each island on server and browser alike (ids depend on the tree). An error takes down only this island and
 * shows a message.
 */
export class IslandRoot extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <p className="l-island-note" role="status">
        {LOST_WORDS}
      </p>
    );
  }
}
