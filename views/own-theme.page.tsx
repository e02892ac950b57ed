import type { Event } from '../src/shared/contracts/events.ts';
import type { Theme } from '../src/shared/contracts/themes.ts';
import type { PageHead } from './layout/document.tsx';
import { Layout, type SiteProps } from './layout/layout.tsx';
import { ThemeEditor, type ThemeEditorProps } from './theme/theme-editor.tsx';
import { themeHead } from './theme.page.tsx';
import { Button } from './ui/button.tsx';
import { Checkbox } from './ui/choice.tsx';
import { Banner } from './ui/notice.tsx';
import { Select, type SelectOption } from './ui/select.tsx';

export function ownThemeHead(event: Pick<Event, 'occasion' | 'title'>): PageHead {
  return { ...themeHead(event), title: `${event.title}: a theme of your own`, sheet: 'theme' };
}

export interface OwnThemePageProps extends Omit<ThemeEditorProps, 'eventId' | 'children'> {
  site: SiteProps;
  event: Pick<Event, 'id' | 'occasion'>;
  /** Address of the event's themes. */
  listPath: string;
  /** What it costs in this film. */
  cost: string;
  /** Themes to start from, with the one that was taken; null once it is made. */
  from: { options: SelectOption[]; chosen: string } | null;
  isSaved: boolean;
}

/** `/e/UUID/theme/new` and `/e/UUID/theme/ID`: a user's own theme, with the names of the event. */
export function OwnThemePage({ site, event, listPath, cost, from, isSaved, ...editor }: OwnThemePageProps) {
  const { theme } = editor;
  return (
    <Layout site={site} mainClass="l-page own-themes">
      <p>
        <a href={listPath}>All themes</a>
      </p>
      <h1>
        <bdi>{from ? 'A theme of your own' : theme.name}</bdi>
      </h1>
      {isSaved && <Saved theme={theme} path={listPath} />}
      <p className="l-small">{cost}</p>
      {from && (
        <form method="get" action={`${listPath}/new`} className="own-themes__from">
          <Select label="Start from" name="from" options={from.options} defaultValue={from.chosen} />
          <Button type="submit" kind="second">
            Take it
          </Button>
        </form>
      )}
      <ThemeEditor {...editor} eventId={event.id}>
        <Checkbox label="Opens with everybody on screen at once" name="isCollage" defaultChecked={theme.isCollage} />
        <input type="hidden" name="occasions[]" value={event.occasion} />
      </ThemeEditor>
    </Layout>
  );
}

function Saved({ theme: { id, deletedAt }, path }: { theme: Theme; path: string }) {
  return (
    <Banner tone="good" icon="check" role="status">
      <p>Saved. Films that have this theme get it when they are published again.</p>
      {!deletedAt && (
        <form method="post" action={path}>
          <input type="hidden" name="themeId" value={id} />
          <Button type="submit" size="small">
            Use it in this film
          </Button>
        </form>
      )}
    </Banner>
  );
}
