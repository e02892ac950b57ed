import { Component, type ReactNode } from 'react';

/** Said where an island is missing; the page around it goes on. */
export const LOST_WORDS = 'This part of the page did not load. Reload the page to try again.';

/**
 * What stands around an island's component, on the server and in the browser alike (ids depend on the tree).
 * An error inside takes down this island only, and says so.
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
