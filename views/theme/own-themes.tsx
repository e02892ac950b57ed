import type { Theme } from '../../src/shared/contracts/themes.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { List } from '../ui/list.tsx';

export interface OwnThemesProps {
  themes: readonly Theme[];
  /** What one costs in this film. */
  cost: string;
  /** Address of the event's themes. */
  path: string;
}

/** The themes that somebody made, deleted ones too. Works without script. */
export function OwnThemes({ themes, cost, path }: OwnThemesProps) {
  return (
    <section className="own-themes" aria-labelledby="own-themes">
      <h2 id="own-themes">Your own themes</h2>
      <p className="l-small">Start from any theme, and change its type, colours and cards. {cost}</p>
      {themes.length > 0 && (
        <List>
          {themes.map(({ id, name, deletedAt }) => (
            <li key={id} className="own-themes__line">
              <bdi>{name}</bdi>
              {deletedAt ? (
                <form method="post" action={`${path}/${id}/restore`}>
                  <Button type="submit" kind="quiet" size="small" icon="undo" aria-label={`Restore ${name}`}>
                    Restore
                  </Button>
                </form>
              ) : (
                <ButtonLink kind="quiet" size="small" icon="pen" href={`${path}/${id}`} aria-label={`Edit ${name}`}>
                  Edit
                </ButtonLink>
              )}
            </li>
          ))}
        </List>
      )}
      <p>
        <ButtonLink kind="second" icon="plus" href={`${path}/new`}>
          Make a theme
        </ButtonLink>
      </p>
    </section>
  );
}
