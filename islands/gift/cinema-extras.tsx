// Loaded once the page is ready: a film plays without them.
export { BlurredCopy } from './blurred-copy.tsx';
export { freshGift, Renewal } from './fresh-gift.ts';
export { TopControls } from './top-controls.tsx';
