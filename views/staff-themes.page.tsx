import { CardArt } from '../islands/theme/card-art.tsx';
import type { Theme } from '../src/shared/contracts/themes.ts';
import type { CardPreview } from '../src/shared/theme-preview.ts';
import type { PageHead } from './layout/document.tsx';
import { BackTo, type DeskFrame, DeskLayout, deskHead } from './staff/desk-layout.tsx';
import { OccasionFields } from './staff/occasion-fields.tsx';
import { ThemeEditor, type ThemeEditorProps } from './theme/theme-editor.tsx';
import { Badge } from './ui/badge.tsx';
import { ButtonLink } from './ui/button.tsx';
import { Checkbox, ChoiceGroup } from './ui/choice.tsx';
import { List } from './ui/list.tsx';
import { Banner } from './ui/notice.tsx';

export function themesHead(title: string): PageHead {
  return { ...deskHead(title), sheet: 'staff-themes' };
}

export interface ThemesPageProps {
  frame: DeskFrame;
  themes: { theme: Theme; opening: CardPreview }[];
}

/** `/staff/themes`: all themes of the site. */
export function ThemesPage({ frame, themes }: ThemesPageProps) {
  return (
    <DeskLayout
      frame={frame}
      here="/staff/themes"
      title="Themes"
      aside={
        <ButtonLink className="l-push" kind="second" size="small" icon="plus" href="/staff/themes/new">
          New theme
        </ButtonLink>
      }
    >
      <List className="staff-themes__grid">
        {themes.map(({ theme, opening }) => (
          <li key={theme.id}>
            <a href={`/staff/themes/${theme.id}`} className="staff-themes__cell">
              <span className="staff-themes__frame">
                <CardArt card={opening} isLazy />
              </span>
              <span className="staff-themes__name">
                <bdi>{theme.name}</bdi> <Standing theme={theme} />
              </span>
            </a>
          </li>
        ))}
      </List>
    </DeskLayout>
  );
}

function Standing({ theme: { deletedAt, isPublic, ownerId } }: { theme: Theme }) {
  if (deletedAt) return <Badge tone="bad">Deleted</Badge>;
  if (isPublic) return null;
  return <Badge>{ownerId ? 'Only yours' : 'Hidden'}</Badge>;
}

export interface ThemeEditorPageProps extends Omit<ThemeEditorProps, 'path' | 'eventId' | 'children'> {
  frame: DeskFrame;
  isSaved: boolean;
}

/** `/staff/themes/ID`: all of a theme, with a live preview. Works without script. */
export function ThemeEditorPage({ frame, isSaved, ...editor }: ThemeEditorPageProps) {
  const { theme } = editor;
  const isNew = theme.id === 'new';
  const path = isNew ? '/staff/themes/new' : `/staff/themes/${theme.id}`;
  return (
    <DeskLayout
      frame={frame}
      here="/staff/themes"
      above={<BackTo href="/staff/themes">All themes</BackTo>}
      title={<bdi>{theme.name || 'New theme'}</bdi>}
      aside={<Standing theme={{ ...theme, isPublic: theme.isPublic || isNew }} />}
    >
      {isSaved && (
        <Banner tone="good" icon="check" role="status">
          Saved. Films that have this theme get it when they are published again.
        </Banner>
      )}
      <ThemeEditor {...editor} theme={theme} path={path} eventId={null}>
        <ChoiceGroup legend="Where it’s offered">
          <Checkbox label="To everybody" name="isPublic" defaultChecked={theme.isPublic} />
          <Checkbox label="Opens with everybody on screen at once" name="isCollage" defaultChecked={theme.isCollage} />
        </ChoiceGroup>
        <OccasionFields chosen={theme.occasions} />
      </ThemeEditor>
    </DeskLayout>
  );
}
