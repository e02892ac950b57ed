import type { ComponentType } from 'react';
import { flushSync } from 'react-dom';
import { hydrateRoot } from 'react-dom/client';
import { earlyInputs, replayInputs } from './early-input.ts';
import type { IslandElement } from './island-element.ts';
import { IslandRoot } from './island-root.tsx';

/**
 * Brings one island to life and repeats what a person did to it before. Called by the loader once all chunks are here.
 * It is done in one go: what is typed or tapped between remembering and repeating would be lost.
 */
export function hydrate(element: IslandElement, module: Record<string, unknown>) {
  const Island = componentOf(module);
  const props = JSON.parse(element.dataset.props ?? '{}') as object;
  const inputs = earlyInputs(element);
  flushSync(() => {
    hydrateRoot(
      element,
      <IslandRoot>
        <Island {...props} />
      </IslandRoot>,
      { identifierPrefix: element.dataset.prefix ?? '' },
    );
  });
  const held = element.held;
  element.held = undefined;
  flushSync(() => replayInputs(inputs));
  // An icon inside a button is an SVG element, which has no `click()` of its own.
  for (const target of held ?? []) target.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
  element.dataset.alive = '';
}

function componentOf(module: Record<string, unknown>): ComponentType {
  if (typeof module.default !== 'function') throw new Error('An island exports its component as default.');
  return module.default as ComponentType;
}
