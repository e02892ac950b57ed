/** State that the loader keeps on a `<vd-island>` until hydration. */
export interface IslandElement extends HTMLElement {
  /**
   * Elements tapped too early; Enter in a form counts as a tap on its button. Undefined once hydrated or failed.
   * Repeated taps count once.
   */
  held?: Set<Element> | undefined;
  /** Set when its chunks are requested. */
  begun?: boolean;
  /** Shows the island with other props, once it is hydrated. */
  show?: (props: object) => void;
}

/** The client chunk, as the loader imports it. */
export interface IslandClient {
  hydrate(element: IslandElement, island: Record<string, unknown>): void;
}
