/** What the loader keeps on a `<vd-island>` until the component is alive. */
export interface IslandElement extends HTMLElement {
  /**
   * What was tapped too early; Enter in a form counts as a tap on its button. Undefined once the island is alive or has
   * been given up. Who taps again because nothing happened means it once.
   */
  held?: Set<Element> | undefined;
  /** Set once its chunks are being fetched. */
  begun?: boolean;
}

/** The client chunk, as the loader imports it. */
export interface IslandClient {
  hydrate(element: IslandElement, island: Record<string, unknown>): void;
}
