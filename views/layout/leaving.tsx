import { date } from '../../src/shared/format.ts';

interface LeavingProps {
  /** When the account goes for good. */
  until: string;
}

/** Says to who came back to an account that is to be deleted that it still is, and keeps it. */
export function Leaving({ until }: LeavingProps) {
  return (
    <aside className="shell__state" aria-label="Your account is to be deleted">
      <span>
        Your account will be deleted on <time dateTime={until}>{date(until, { style: 'full' })}</time>.
      </span>
      <form method="post" action="/auth/keep-account">
        <button type="submit">Keep my account</button>
      </form>
    </aside>
  );
}
