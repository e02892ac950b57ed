import type { ReactNode } from 'react';

/** Drawings of what is sold; decorative, next to its name. */
export function ProductPicture({ id }: { id: string }) {
  return (
    <span className="checkout__picture">
      <svg viewBox="0 0 96 72" aria-hidden="true" focusable="false">
        {PICTURES[id] ?? PICTURES.large}
      </svg>
    </span>
  );
}

const [EDGE, RIBBON, WRAP, PALE, CORAL] = ['edge', 'ribbon', 'wrap', 'pale', 'coral'].map(
  (name) => `checkout__ink-${name}`,
);

const PICTURES: Record<string, ReactNode> = {
  postcard: (
    <>
      <path className={PALE} d="M10 14h76v46H10z" />
      <path className={WRAP} d="M14 18h36v38H14z" />
      <circle className={CORAL} cx="32" cy="32" r="7" />
      <path className={EDGE} d="M56 20h24v3H56zM56 27h18v3H56zM70 44h10v12H70z" />
    </>
  ),
  large: (
    <>
      <path className={RIBBON} d="M10 12h76v44H10zM36 60h24v3H36z" />
      <path className={WRAP} d="M14 16h68v36H14z" />
      <path
        className={PALE}
        d="M28 42v-4l11-14h4v14h4v4h-4v5h-5v-5zM38 38v-7l-5 7zM52 24h5v9l7-9h6l-8 10 9 13h-6l-6-9-2 2v7h-5z"
      />
    </>
  ),
  dvd: (
    <>
      <path className={EDGE} d="M14 10h56v52H14z" />
      <path className={RIBBON} d="M14 10h7v52h-7z" />
      <circle className={WRAP} cx="58" cy="36" r="25" />
      <circle className={PALE} cx="58" cy="36" r="8" />
      <circle className={EDGE} cx="58" cy="36" r="3.5" />
    </>
  ),
  usb: (
    <>
      <path className={RIBBON} d="M22 24h42v24H22z" />
      <path className={PALE} d="M64 28h16v16H64z" />
      <path className={EDGE} d="M69 32h3v3h-3zM69 38h3v3h-3z" />
      <path className={WRAP} d="M30 31h18v10H30z" />
    </>
  ),
  book: (
    <>
      <path className={RIBBON} d="M10 14h76v46H10z" />
      <path className={PALE} d="M14 12h33v44H14zM49 12h33v44H49z" />
      <path className={WRAP} d="M18 18h25v22H18z" />
      <path className={EDGE} d="M53 18h25v30H53z" />
      <path className={CORAL} d="m62 27 10 6-10 6z" />
    </>
  ),
  tree: (
    <>
      <path className={EDGE} d="M45 46h6v18h-6z" />
      <circle className={WRAP} cx="48" cy="30" r="20" />
      <circle className={PALE} cx="41" cy="24" r="3" />
      <circle className={CORAL} cx="56" cy="34" r="3" />
    </>
  ),
};
