import type { Reaction } from '../../src/shared/reactions.ts';

const DRAWN: Record<Reaction, React.ReactNode> = {
  love: (
    <>
      <circle className="reaction__rose" cx="16" cy="16" r="15" />
      <path
        className="reaction__heart"
        d="M16 25C5 17 8 8.5 12.5 8.5c2 0 3.5 2 3.5 3 0-1 1.5-3 3.5-3C24 8.5 27 17 16 25z"
      />
    </>
  ),
  laugh: (
    <>
      <circle className="reaction__face" cx="16" cy="16" r="15" />
      <path className="reaction__line" d="M8 12.5q2.5-3 5 0M19 12.5q2.5-3 5 0" />
      <path className="reaction__mouth" d="M8.5 17.5h15c0 4.500-3.500 7.500-7.500 7.500s-7.500-3-7.500-7.500z" />
    </>
  ),
  happyTears: (
    <>
      <circle className="reaction__face" cx="16" cy="16" r="15" />
      <path className="reaction__line" d="M8.5 13H13M19 13h4.5M10.5 18.5q4.500 5 9 0" />
      <path
        className="reaction__tear"
        d="M22.500 15.500c2 3 2.500 4 2.500 5.200a2.500 2.500 0 0 1-5 0c0-1.200.5-2.200 2.500-5.200z"
      />
    </>
  ),
  hooray: (
    <>
      <circle className="reaction__mint" cx="16" cy="16" r="15" />
      <path className="reaction__cone" d="M7.500 25 12 12.500l8 8z" />
      <path
        className="reaction__line"
        d="M7.500 25 12 12.500l8 8zM15.500 10q-1-3 1-4.500M22 16.500q3 1 4.500-1M18.500 13.500 22 9.500"
      />
    </>
  ),
  wow: (
    <>
      <circle className="reaction__sky" cx="16" cy="16" r="15" />
      <path
        className="reaction__star"
        d="M16 6.500l2.900 6.300 6.900.8-5.100 4.700 1.400 6.800L16 21.700l-6.100 3.400 1.400-6.800-5.100-4.700 6.900-.8z"
      />
    </>
  ),
};

/** One of our own stickers. Hidden from screen readers: the control has the name. */
export function ReactionSticker({ of }: { of: Reaction }) {
  return (
    <svg className="reaction" viewBox="0 0 32 32" aria-hidden="true">
      {DRAWN[of]}
    </svg>
  );
}
