import { CardArt } from '../islands/theme/card-art.tsx';
import type { Theme } from '../src/shared/contracts/themes.ts';
import type { CardPreview, ThemePreview } from '../src/shared/theme-preview.ts';
import { Island } from './base/island.tsx';
import type { PageHead } from './layout/document.tsx';
import { Layout, type SiteProps } from './layout/layout.tsx';
import { StaffPlaces } from './staff/staff-places.tsx';
import { ThemeFields, type ThemeFieldsProps } from './staff/theme-fields.tsx';
import { Badge } from './ui/badge.tsx';
import { Button, ButtonLink } from './ui/button.tsx';
import { ErrorSummary } from './ui/error-summary.tsx';
import { List } from './ui/list.tsx';
import { Banner } from './ui/notice.tsx';

export function themesHead(title: string): PageHead {
  return { title: `${title}: VidDay`, indexed: false, sheet: 'staff-themes', occasion: 'thankyou' };
}

export interface ThemesPageProps {
  site: SiteProps;
  themes: { theme: Theme; opening: CardPreview }[];
}

/** `/staff/themes`: all themes of the site. */
export function ThemesPage({ site, themes }: ThemesPageProps) {
  return (
    <Layout site={site} mainClass="l-page staff-themes">
      <StaffPlaces here="/staff/themes" site={site} />
      <header className="staff-themes__head">
        <h1>Themes</h1>
        <ButtonLink kind="second" size="small" icon="plus" href="/staff/themes/new">
          New theme
        </ButtonLink>
      </header>
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
    </Layout>
  );
}

function Standing({ theme: { deletedAt, isPublic, ownerId } }: { theme: Theme }) {
  if (deletedAt) return <Badge tone="bad">Deleted</Badge>;
  if (isPublic) return null;
  return <Badge>{ownerId ? 'Only yours' : 'Hidden'}</Badge>;
}

export interface ThemeEditorPageProps extends ThemeFieldsProps {
  site: SiteProps;
  preview: Pick<ThemePreview, 'about' | 'opening' | 'closing'>;
  isSaved: boolean;
}

const FORM = 'theme';

/** `/staff/themes/ID`: all of a theme, with a live preview. Works without script. */
export function ThemeEditorPage({ site, theme, choices, preview, problems, isSaved }: ThemeEditorPageProps) {
  const isNew = theme.id === 'new';
  const path = isNew ? '/staff/themes/new' : `/staff/themes/${theme.id}`;
  return (
    <Layout site={site} mainClass="l-page staff-themes">
      <p>
        <a href="/staff/themes">All themes</a>
      </p>
      <header className="staff-themes__head">
        <h1>
          <bdi>{theme.name || 'New theme'}</bdi>
        </h1>
        <Standing theme={{ ...theme, isPublic: theme.isPublic || isNew }} />
      </header>
      {isSaved && (
        <Banner tone="good" icon="check" role="status">
          Saved. Films that have this theme get it when they are published again.
        </Banner>
      )}
      <ErrorSummary
        problems={Object.entries(problems).map(([name, words]) => ({ id: `theme-${name}`, label: name, words }))}
      />
      <div className="staff-themes__editor">
        <section className="staff-themes__see" aria-label="Preview">
          <Island name="theme-live" when="load" props={{ formId: FORM, preview }} />
        </section>
        <form id={FORM} method="post" action={path} className="staff-themes__form">
          <ThemeFields theme={theme} choices={choices} problems={problems} />
          <div className="l-row">
            <Button type="submit">{isNew ? 'Make this theme' : 'Save'}</Button>
          </div>
        </form>
      </div>
      {!isNew && (
        <form method="post" action={`${path}/${theme.deletedAt ? 'restore' : 'delete'}`} className="staff-themes__end">
          <p className="l-small">
            {theme.deletedAt
              ? 'Nobody can choose it. Films that have it keep it.'
              : 'Films that have it keep it. You can restore it for 30 days.'}
          </p>
          <Button type="submit" kind="second" size="small" icon={theme.deletedAt ? 'undo' : 'trash'}>
            {theme.deletedAt ? 'Restore this theme' : 'Delete this theme'}
          </Button>
        </form>
      )}
    </Layout>
  );
}
