import type { Theme } from '../../shared/contracts/themes.ts';
import type { Viewer } from '../../shared/viewer.ts';
import { recordAudit } from '../audit/audit.service.ts';

type Shown = Pick<Theme, 'id' | 'name' | 'isPublic'>;

/** Records what staff did with a theme that everybody sees, now or before. */
export async function recordThemeAct(
  verb: 'created' | 'changed' | 'deleted' | 'restored',
  theme: Shown,
  { user, ip }: Viewer,
  before?: Pick<Shown, 'name' | 'isPublic'>,
): Promise<void> {
  if (!theme.isPublic && !before?.isPublic) return;
  await recordAudit({
    actorId: user?.id ?? null,
    subjectId: null,
    action: `theme.${verb}`,
    ip,
    details: { theme: theme.id, ...(before && { before: standingOf(before) }), after: standingOf(theme) },
  });
}

/** For the log: "Confetti, public". */
function standingOf({ name, isPublic }: Pick<Shown, 'name' | 'isPublic'>): string {
  return `${name}, ${isPublic ? 'public' : 'private'}`;
}
