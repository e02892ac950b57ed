import type { ComponentType } from 'react';
import { flushSync } from 'react-dom';
import { hydrateRoot } from 'react-dom/client';
import { earlyInputs, replayInputs } from './early-input.ts';
import { fetchFirst } from './fetch-first.ts';
import type { IslandElement } from './island-element.ts';
import { IslandRoot } from './island-root.tsx';

// The build puts calls of it into every file; see `scripts/build/fetch-first.mjs`.
Object.assign(globalThis, { vdFetchFirst: fetchFirst });

if (document.documentElement.dataset.errors === '') {
  for (const kind of ['error', 'unhandledrejection']) {
    // The reporter is loaded once something went wrong.
    addEventListener(kind, (event) =>
      import('./told-errors.ts').then(
        (told) => told.tellError(event),
        () => {},
      ),
    );
  }
}

/**
 * Hydrates an island and replays earlier input. The loader calls it when all chunks are loaded. Synchronous, so that no
 * input is lost in between.
 */
export function hydrate(element: IslandElement, module: Record<string, unknown>) {
  const Island = componentOf(module);
  const props: object = JSON.parse(element.dataset.props ?? '{}');
  const inputs = earlyInputs(element);
  const drawn = (shown: object) => (
    <IslandRoot>
      <Island {...shown} />
    </IslandRoot>
  );
  flushSync(() => {
    const root = hydrateRoot(element, drawn(props), { identifierPrefix: element.dataset.prefix ?? '' });
    element.show = (shown) => root.render(drawn(shown));
  });
  const held = element.held;
  element.held = undefined;
  flushSync(() => replayInputs(inputs));
  // SVG icons inside buttons have no `click()`.
  for (const target of held ?? []) target.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
  element.dataset.alive = '';
}

function componentOf(module: Record<string, unknown>): ComponentType {
  if (typeof module.default !== 'function') throw new Error('An island exports its component as default.');
  return module.default as ComponentType;
}
