import { withMark } from '../../src/shared/analytics-marks.ts';
import { Island } from '../base/island.tsx';
import { ButtonLink } from '../ui/button.tsx';

/** Configured sign-in methods besides a password. */
export interface Ways {
  google: boolean;
  apple: boolean;
  /** Link by mail. */
  link: boolean;
  passkey: boolean;
  /** Google and Apple are the sandbox. */
  isSandbox?: boolean;
}

interface OtherWaysProps {
  ways: Ways;
  /** Local path to redirect to. */
  next?: string | null;
}

/** Other sign-in methods, below the form. */
export function OtherWays({ ways, next = null }: OtherWaysProps) {
  const query = nextQuery(next);
  if (!Object.values(ways).some(Boolean)) return null;
  return (
    <>
      <p className="door__or">or</p>
      <div className="door__others">
        {ways.google && (
          <ButtonLink kind="second" wide rel="nofollow" href={`/auth/google${query}`}>
            Continue with Google
          </ButtonLink>
        )}
        {ways.apple && (
          <ButtonLink kind="second" wide rel="nofollow" href={`/auth/apple${query}`}>
            Continue with Apple
          </ButtonLink>
        )}
        {ways.isSandbox && (
          <p className="l-fine">This copy has no Google or Apple keys: a sandbox stands in for them.</p>
        )}
        {ways.link && (
          <ButtonLink kind="second" wide icon="mail" href={`/auth/sign-in-link${query}`}>
            Email me a link instead
          </ButtonLink>
        )}
        {ways.passkey && <Island name="passkey-login" when="idle" props={{ goOn: goOnTo(next) }} />}
      </div>
    </>
  );
}

/** `?next=...`, or an empty string. */
export function nextQuery(next: string | null | undefined): string {
  return next ? `?next=${encodeURIComponent(next)}` : '';
}

function goOnTo(next: string | null): string {
  return withMark(next ?? '/dashboard', { name: 'login', method: 'passkey' });
}
