import type { StaffRole } from '../../src/shared/roles.ts';

export interface StaffBarProps {
  role: StaffRole;
  /** Where staff work. */
  desk: string;
}

/** Tells staff on an event's page why they have no tools there, and where they do. */
export function StaffBar({ role, desk }: StaffBarProps) {
  return (
    <aside className="shell__state" aria-label="You’re here as staff">
      <span>You’re here as {role === 'admin' ? 'an admin' : 'an editor'}. You see what anyone sees.</span>
      <a href={desk}>Go to the desk</a>
    </aside>
  );
}
