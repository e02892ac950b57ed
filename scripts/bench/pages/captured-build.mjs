import { renderToPipeableStream } from 'react-dom/server';

/** Stands in for `src/pages/react-build.ts`: renders as it does, and keeps what was rendered. */
export function rendererOf() {
  return (element, options) => {
    globalThis.renderedPages.push({ element, options });
    return renderToPipeableStream(element, options);
  };
}
