import type { ThemePickerProps } from '../islands/theme/theme-picker-props.ts';
import type { Event } from '../src/shared/contracts/events.ts';
import { OCCASIONS } from '../src/shared/occasions.ts';
import { Island } from './base/island.tsx';
import type { PageHead } from './layout/document.tsx';
import { Layout, type SiteProps } from './layout/layout.tsx';
import { OwnThemes, type OwnThemesProps } from './theme/own-themes.tsx';
import { Banner } from './ui/notice.tsx';

export interface ThemePageProps {
  site: SiteProps;
  picker: ThemePickerProps;
  /** Why a choice was refused; null for none. */
  problem: string | null;
  /** The user's own themes; null without an account. */
  own: OwnThemesProps | null;
}

export function themeHead({ occasion, title }: Pick<Event, 'occasion' | 'title'>): PageHead {
  return {
    title: `${title}: theme`,
    indexed: false,
    referrer: 'strict-origin',
    sheet: 'theme',
    occasion,
    ...(OCCASIONS[occasion].tone === 'quiet' && { tone: 'quiet' }),
  };
}

/** Choosing how the cards of a film look; also a form without script. */
export function ThemePage({ site, picker, problem, own }: ThemePageProps) {
  return (
    <Layout site={site} announces="account" hasBar mainClass="l-page">
      {problem && <Banner tone="bad" role="alert" title={problem} />}
      <Island name="theme-picker" when="idle" props={picker} />
      {own && <OwnThemes {...own} />}
    </Layout>
  );
}
