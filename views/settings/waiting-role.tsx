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
      <Banner tone="warn" title={`You’re an ${role}, but not yet in effect`}>
        {`An ${role} can open what belongs to other people, so it only counts once your second step is on.`}
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
      {`You logged in here without your second step. What an ${role} can do counts once you log in with it.`}
    </Banner>
  );
}
