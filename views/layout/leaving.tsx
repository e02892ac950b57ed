import { date } from '../../src/shared/format.ts';

interface LeavingProps {
  /** When the account will be erased. */
  until: string;
}

/** Reminds a returning user that the account will be deleted, with a button to keep it. */
export function Leaving({ until }: LeavingProps) {
  return (
    <aside className="shell__state" aria-label="Your account will be deleted">
      <span>
        Your account will be deleted on <time dateTime={until}>{date(until, { style: 'full' })}</time>.
      </span>
      <form method="post" action="/auth/keep-account">
        <button type="submit">Keep my account</button>
      </form>
    </aside>
  );
}
