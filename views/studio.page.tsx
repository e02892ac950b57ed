import type { StudioProps } from '../islands/studio/studio-state.ts';
import { hasQuietWords, OCCASIONS } from '../src/shared/occasions.ts';
import { Island } from './base/island.tsx';
import type { PageHead } from './layout/document.tsx';
import { Layout, type SiteProps } from './layout/layout.tsx';
import { ThanksReceived, type ThanksReceivedProps } from './thanks-received.tsx';
import { ButtonLink } from './ui/button.tsx';
import { Banner } from './ui/notice.tsx';

export interface StudioPageProps {
  site: SiteProps;
  studio: StudioProps;
  thanks: ThanksReceivedProps;
}

export function studioHead({ event }: StudioProps): PageHead {
  return {
    title: `${event.title}: studio`,
    indexed: false,
    referrer: 'strict-origin',
    sheet: 'studio',
    isPaintedWhole: true,
    // Unsplash asks that its photos are shown from there until one is chosen.
    pictureOrigins: ['https://images.unsplash.com'],
    occasion: event.occasion,
    ...(OCCASIONS[event.occasion].tone === 'quiet' && { tone: 'quiet' }),
  };
}

/** The organiser's page of an event, with a link to add own clips. */
export function StudioPage({ site, studio, thanks }: StudioPageProps) {
  const { event } = studio;
  return (
    <Layout site={site} announces="account" hasBar mainClass="l-page" headerClass="studio__header">
      <noscript>
        <Banner tone="warn" title="This page needs JavaScript">
          You can’t arrange or publish without it, but you can <a href={`/e/${event.uuid}/music`}>choose music</a> and
          see <a href={`/e/${event.uuid}/people`}>who’s missing</a>. Allow it for this page, or open it in another
          browser. Your link for friends is <a href={studio.inviteUrl}>{studio.inviteUrl}</a>.
        </Banner>
      </noscript>
      <div className="studio">
        <Island name="studio" when="load" props={studio} />
      </div>
      <p className="studio__presents">
        <ButtonLink kind="second" size="small" icon="gift" href={`/e/${event.uuid}/presents`}>
          Gift pool and trees
        </ButtonLink>
      </p>
      <ThanksReceived {...thanks} />
      <section className="studio__own" id="add" aria-labelledby="own">
        <h2 id="own">Your own clip</h2>
        <Island
          name="uploader"
          when="visible"
          props={{
            event: {
              uuid: event.uuid,
              title: event.title,
              recipientNames: event.recipients.map((each) => each.firstName),
              isQuiet: hasQuietWords(event.occasion),
              prompts: event.prompts,
              maxLength: event.maxClipLength,
            },
            ...(studio.isOff.uploads && { takesFiles: false }),
            contributor: event.creatorName ? { name: event.creatorName } : null,
          }}
        />
      </section>
    </Layout>
  );
}
