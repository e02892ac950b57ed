import type { PremiereProps } from '../islands/premiere/premiere-props.ts';
import type { Event } from '../src/shared/contracts/events.ts';
import { possessive } from '../src/shared/format.ts';
import { OCCASIONS, type OccasionType } from '../src/shared/occasions.ts';
import { zoneInWords } from '../src/shared/zone-words.ts';
import { utcToZoned } from '../src/shared/zoned-time.ts';
import { Island } from './base/island.tsx';
import type { PageHead } from './layout/document.tsx';
import { Layout, type SiteProps } from './layout/layout.tsx';
import { Button } from './ui/button.tsx';
import { Plaque } from './ui/card.tsx';
import { Field } from './ui/field.tsx';
import { Bow, Ribbon, Wrap } from './ui/paper.tsx';

/** The title must not reveal the gift: link previews show it. */
export function premiereHead(occasion: OccasionType): PageHead {
  return {
    title: 'Together: VidDay',
    indexed: false,
    referrer: 'strict-origin',
    sheet: 'premiere',
    occasion,
    ...(OCCASIONS[occasion].tone === 'quiet' && { tone: 'quiet' }),
  };
}

/** The room of a premiere. */
export function PremierePage({ site, premiere }: { site: SiteProps; premiere: PremiereProps }) {
  return (
    <Layout site={site} frame="plain" stays="as-anybody" skip={{ href: '#main', label: 'Skip to the countdown' }}>
      <Island name="premiere" when="load" props={premiere} />
    </Layout>
  );
}

export interface PremierePlanProps {
  site: SiteProps;
  event: Pick<Event, 'uuid' | 'timeZone' | 'recipients' | 'film'>;
  names: string;
  /** Milliseconds since 1970. */
  now: number;
}

/** Planning a premiere; works without script. */
export function PremierePlanPage({ site, event: { uuid, timeZone, film }, names, now }: PremierePlanProps) {
  const soon = utcToZoned(new Date(Math.ceil((now + 3_600_000) / 1_800_000) * 1_800_000), timeZone);
  const today = utcToZoned(new Date(now), timeZone).date;
  return (
    <Layout site={site} mainClass="l-page message">
      <Wrap className="message__paper">
        <Ribbon />
        <Bow />
      </Wrap>
      <Plaque className="message__text">
        <h1>Watch it together</h1>
        <p>
          Choose a time and share one link. Everyone sees {possessive(names)} film at the same moment, wherever they
          are.
        </p>
        {film ? (
          <form method="post" action={`/e/${uuid}/premiere/plan`} className="premiere__plan">
            <input type="hidden" name="timeZone" value={timeZone} />
            <Field type="date" name="day" label="Day" required min={today} defaultValue={soon.date} />
            <Field
              type="time"
              name="time"
              label="Time"
              required
              defaultValue={soon.time}
              hint={zoneInWords(timeZone)}
            />
            <Button type="submit">Plan it</Button>
          </form>
        ) : (
          <p>
            Finish the film first. <a href={`/e/${uuid}`}>Back to the studio</a>
          </p>
        )}
      </Plaque>
    </Layout>
  );
}
