import { OCCASION_LIST, occasionPath, videoName } from '../src/shared/occasions.ts';
import { breadcrumbs } from './base/structured.ts';
import { Swatch } from './base/swatch.tsx';
import { Layout, type SiteProps } from './layout/layout.tsx';
import { OCCASION_CONTENTS } from './occasions/contents.ts';
import { publicHead } from './public-head.ts';
import { ButtonLink } from './ui/button.tsx';
import { List } from './ui/list.tsx';

const PATH = '/video-maker';

export function occasionsHead(origin: string) {
  return publicHead({
    origin,
    path: PATH,
    title: 'All occasions for a group video: VidDay',
    description:
      'Twenty-four reasons to make a film together, from a first birthday to a last working day. Each with its own paper and words.',
    sheet: 'public',
    structured: () => [
      breadcrumbs(origin, [['Occasions', PATH]]),
      {
        '@context': 'https://schema.org',
        '@type': 'ItemList',
        itemListElement: OCCASION_CONTENTS.map(({ type }, index) => ({
          '@type': 'ListItem',
          position: index + 1,
          name: videoName(type),
          url: `${origin}${occasionPath(type)}`,
        })),
      },
    ],
  });
}

/** `/video-maker`: all occasions. */
export function OccasionsPage({ site }: { site: SiteProps }) {
  return (
    <Layout site={site} mainClass="l-page public">
      <div className="public__head">
        <h1>What are you celebrating, or saying goodbye to?</h1>
        <p className="l-lead">
          Each one has its own paper, its own questions for the people taking part, and invitations you can copy.
        </p>
      </div>
      <List className="swatch__list public__papers">
        {OCCASION_LIST.filter((each) => each.public && each.type !== 'other').map((each) => (
          <Swatch key={each.type} occasion={each} href={occasionPath(each.type)} hint={`A video ${each.phrase}`} />
        ))}
        {OCCASION_LIST.filter((each) => each.type === 'other').map((each) => (
          <Swatch
            key={each.type}
            occasion={each}
            href={occasionPath(each.type)}
            label="None of these"
            hint="Call it what you like"
          />
        ))}
      </List>
      <div className="l-row">
        <ButtonLink href="/start-a-vidday">Start a VidDay</ButtonLink>
      </div>
    </Layout>
  );
}
