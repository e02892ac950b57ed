// Loaded once the page is ready: a film plays without them.
export { BlurredCopy } from './blurred-copy.tsx';
export { TopControls } from './top-controls.tsx';
