import { ButtonLink } from '../ui/button.tsx';

/** Leads to the next page of a list, and back to its first. */
export function Pager({ nextHref, firstHref }: { nextHref: string | null; firstHref: string | null }) {
  if (!nextHref && !firstHref) return null;
  return (
    <nav className="desk__pager" aria-label="Pages">
      {firstHref && (
        <ButtonLink kind="second" size="small" href={firstHref} icon="arrow-left">
          First page
        </ButtonLink>
      )}
      {nextHref && (
        <ButtonLink kind="second" size="small" href={nextHref} rel="next">
          Next page
        </ButtonLink>
      )}
    </nav>
  );
}
