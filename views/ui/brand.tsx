import { cx } from './class-names.ts';

/** The wordmark with its parcel; with `href` a link. */
export function Brand({ href, className }: { href?: string; className?: string }) {
  const inside = (
    <>
      <svg viewBox="0 0 28 28" aria-hidden="true" focusable="false">
        <path className="shell__mark-box" d="M3 9h22v16H3z" />
        <path fill="currentColor" d="M11.5 9h5v16h-5zM2 8h24v4H2z" />
        <path
          fill="none"
          stroke="currentColor"
          strokeWidth="2.4"
          d="M14 8C6 8 5 2 8.5 2S14 8 14 8s2-6 5.5-6S22 8 14 8"
        />
      </svg>
      VidDay
    </>
  );
  return href ? (
    <a className={cx('shell__mark', className)} href={href}>
      {inside}
    </a>
  ) : (
    <span className={cx('shell__mark', className)}>{inside}</span>
  );
}
