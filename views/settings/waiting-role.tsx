import type { StaffRole } from '../../src/shared/roles.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Banner } from '../ui/notice.tsx';

interface WaitingRoleProps {
  role: StaffRole;
  /** The account has two-factor, but this session has not passed it. */
  hasFactor: boolean;
}

const AGAIN = `/auth/login?again=second-step&next=${encodeURIComponent('/settings/profile#security')}`;

/** Explains to staff why their role has no effect here. */
export function WaitingRole({ role, hasFactor }: WaitingRoleProps) {
  if (!hasFactor) {
    return (
      <Banner tone="warn" title={`You’re an ${role}, but only with your second step`}>
        {`An ${role} can open other people’s VidDays, so this only works once your second step is on.`}
      </Banner>
    );
  }
  return (
    <Banner
      tone="warn"
      title={`You’re an ${role}, but not in this session`}
      action={
        <ButtonLink kind="second" size="small" href={AGAIN}>
          Log in again
        </ButtonLink>
      }
    >
      {`You logged in without your second step. Log in with it to do what an ${role} can do.`}
    </Banner>
  );
}
