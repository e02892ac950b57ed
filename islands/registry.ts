import type { ComponentType } from 'react';

/**
 * Every island by the name of its file (`uploader` is `uploader.island.tsx`), so that `<Island name props>` knows the
 * component to render and the type of its props.
 */
export const ISLANDS = {} as const satisfies Record<string, ComponentType<never>>;
