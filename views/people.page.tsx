import type { OrganisersProps } from '../islands/organisers/organisers-props.ts';
import type { PeopleProps } from '../islands/people/people-props.ts';
import { OCCASIONS } from '../src/shared/occasions.ts';
import { Island } from './base/island.tsx';
import type { PageHead } from './layout/document.tsx';
import { Layout, type SiteProps } from './layout/layout.tsx';

export interface PeoplePageProps {
  site: SiteProps;
  people: PeopleProps;
  organisers: OrganisersProps;
}

export function peopleHead({ event: { title, occasion } }: PeopleProps): PageHead {
  return {
    title: `${title}: people`,
    indexed: false,
    referrer: 'strict-origin',
    sheet: 'people',
    occasion,
    ...(OCCASIONS[occasion].tone === 'quiet' && { tone: 'quiet' }),
  };
}

/** Who is missing from an event; also with forms without script. */
export function PeoplePage({ site, people, organisers }: PeoplePageProps) {
  return (
    <Layout site={site} announces="account" hasBar mainClass="l-page">
      <Island name="people" when="load" props={people} />
      <Island name="organisers" when="visible" props={organisers} />
    </Layout>
  );
}
