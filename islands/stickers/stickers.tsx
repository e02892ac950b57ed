import type { ReactNode } from 'react';
import type { Reaction } from '../../src/shared/reactions.ts';

export const REACTION_NAMES: Record<Reaction, string> = {
  love: 'Love',
  laugh: 'Laugh',
  happyTears: 'Happy tears',
  hooray: 'Hooray',
  wow: 'Wow',
};

const SHAPES: Record<Reaction, ReactNode> = {
  love: (
    <>
      <circle className="sticker__pink" cx="16" cy="16" r="15" />
      <path
        className="sticker__red"
        d="M16 25C5 17 8 8.5 12.5 8.5c2 0 3.5 2 3.5 3 0-1 1.5-3 3.5-3C24 8.5 27 17 16 25z"
      />
    </>
  ),
  laugh: (
    <>
      <circle className="sticker__yellow" cx="16" cy="16" r="15" />
      <path className="sticker__line" d="M8 12.5q2.5-3 5 0M19 12.5q2.5-3 5 0" />
      <path className="sticker__mouth" d="M8.5 17.5h15c0 4.5-3.5 7.5-7.5 7.5s-7.5-3-7.5-7.5z" />
    </>
  ),
  happyTears: (
    <>
      <circle className="sticker__yellow" cx="16" cy="16" r="15" />
      <path className="sticker__line" d="M8.5 13h4.5M19 13h4.5M10.5 18.5q4.5 5 9 0" />
      <path className="sticker__tear" d="M22.5 15.5c2 3 2.5 4 2.5 5.2a2.5 2.5 0 0 1-5 0c0-1.2.5-2.2 2.5-5.2z" />
    </>
  ),
  hooray: (
    <>
      <circle className="sticker__green" cx="16" cy="16" r="15" />
      <path className="sticker__cone" d="M7.5 25 12 12.5l8 8z" />
      <path
        className="sticker__line"
        d="M7.5 25 12 12.5l8 8zM15.5 10q-1-3 1-4.5M22 16.5q3 1 4.5-1M18.5 13.5 22 9.5M24.5 6.5v.2M20 6v.2M26 11.5v.2"
      />
    </>
  ),
  wow: (
    <>
      <circle className="sticker__blue" cx="16" cy="16" r="15" />
      <path
        className="sticker__star"
        d="M16 6.5l2.9 6.3 6.9.8-5.1 4.7 1.4 6.8L16 21.7l-6.1 3.4 1.4-6.8-5.1-4.7 6.9-.8z"
      />
    </>
  ),
};

/** A reaction as a paper sticker; the control around it has the name. */
export function Sticker({ reaction, className = '' }: { reaction: Reaction; className?: string }) {
  return (
    <svg className={`sticker ${className}`.trim()} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      {SHAPES[reaction]}
    </svg>
  );
}
