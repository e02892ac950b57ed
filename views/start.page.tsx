import type { StartErrors, StartValues } from '../src/shared/contracts/start-form.ts';
import { titleFor } from '../src/shared/occasion-words.ts';
import { OCCASIONS, type OccasionType } from '../src/shared/occasions.ts';
import type { PageHead } from './layout/document.tsx';
import { Layout, type SiteProps } from './layout/layout.tsx';
import { publicHead } from './public-head.ts';
import { OccasionPicker } from './start/occasion-picker.tsx';
import { StartForm } from './start/start-form.tsx';
import type { SelectOption } from './ui/select.tsx';

export interface StartPageProps {
  site: SiteProps;
  /** `emptyStart({ occasion, people })` at first, then the result of `parseStartForm`. */
  values: StartValues;
  errors?: StartErrors;
  timeZones: readonly SelectOption[];
  /** Earliest deadline, `YYYY-MM-DD`. */
  today: string;
}

/** @param origin configured origin, for the URL of a shared link */
export function startHead(origin: string, occasion: OccasionType | null): PageHead {
  return publicHead({
    origin,
    path: '/start-a-vidday',
    title: 'Start a VidDay',
    description: 'Name the person and the day, and you’ll get one link to share.',
    indexed: false,
    sheet: 'start',
    occasion: occasion ?? undefined,
    tone: occasion && OCCASIONS[occasion].tone === 'quiet' ? 'quiet' : undefined,
  });
}

/** `/start-a-vidday`: first the occasion (`?occasion=`; `?name=` fills in the first person), then the rest. */
export function StartPage({ site, values, errors = {}, timeZones, today }: StartPageProps) {
  const names = values.people.map((person) => person.firstName).filter(Boolean);
  if (!values.occasion) {
    return (
      <Layout site={site} current="start" stays="as-anybody" mainClass="l-page start">
        <OccasionPicker name={names[0]} error={errors.occasion} />
      </Layout>
    );
  }
  return (
    <Layout site={site} current="start" stays="as-anybody" mainClass="l-page start">
      <StartForm
        occasion={OCCASIONS[values.occasion]}
        title={names.length > 0 ? titleFor(values.occasion, names, values.occasionOther) : null}
        names={names}
        values={values}
        errors={errors}
        timeZones={timeZones}
        today={today}
        isSignedIn={site.user !== null}
      />
    </Layout>
  );
}
