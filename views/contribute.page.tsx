import type { ReactNode } from 'react';
import type { ReportProps } from '../islands/report/report-props.ts';
import { hostOf } from '../src/shared/byline.ts';
import { acceptsButForDeadline } from '../src/shared/collecting.ts';
import type { Event } from '../src/shared/contracts/events.ts';
import type { Rsvp } from '../src/shared/contracts/rsvps.ts';
import { hasQuietWords, OCCASIONS } from '../src/shared/occasions.ts';
import { Island } from './base/island.tsx';
import { InvitationNote, type ShownInvitation } from './contribute/invitation-note.tsx';
import { LateNote } from './contribute/late-note.tsx';
import type { PageHead } from './layout/document.tsx';
import { Layout, type SiteProps } from './layout/layout.tsx';
import { Avatars } from './ui/avatar.tsx';
import { Badge } from './ui/badge.tsx';
import { Brand } from './ui/brand.tsx';
import { CalendarLink } from './ui/calendar-link.tsx';
import { Letter } from './ui/card.tsx';
import { Countdown } from './ui/countdown.tsx';
import { Names } from './ui/names.tsx';
import { Banner } from './ui/notice.tsx';
import { Torn } from './ui/paper.tsx';

export interface ContributePageProps {
  site: SiteProps;
  event: Event;
  /** Whether the contributor can get the link to their clip by mail. */
  canMail: boolean;
  /** The gift was given or opened: no surprise any more. Default: false. */
  isGiven?: boolean;
  /** Whether money or trees can be given once a clip is in. */
  takesExtras?: boolean;
  /** False while new uploads are switched off. Default: true. */
  takesFiles?: boolean;
  /** Milliseconds since 1970. */
  now: number;
  /** Receipt key of the viewer's clip that is being replaced. */
  replaces?: string | null;
  report: ReportProps;
  /** Who opened their own invitation; null on the public page. */
  invited?: ShownInvitation | null;
  /** What this browser answered before on the public page. */
  answered?: Rsvp | null;
  /** The answer was just sent without script. */
  isAnswered?: boolean;
}

/** The title must not reveal the gift: it shows in the tabs of shared phones. */
export function contributeHead(event: Event): PageHead {
  return {
    title: 'Add your clip: VidDay',
    description: 'Add a short video, a photo or a few words. No app, no account.',
    indexed: false,
    referrer: 'strict-origin',
    sheet: 'contribute',
    occasion: event.occasion,
    ...(OCCASIONS[event.occasion].tone === 'quiet' && { tone: 'quiet' }),
  };
}

/** The page that friends and family open on their phones. */
export function ContributePage(props: ContributePageProps) {
  const {
    site,
    event,
    canMail,
    now,
    replaces = null,
    report,
    invited = null,
    answered = null,
    isGiven = false,
  } = props;
  const isOpen = !event.isClosed || invited?.hasGrace === true;
  const recipients = <Names of={event.recipients.map((each) => each.firstName)} />;
  const host = <bdi>{event.creatorName ?? 'A friend'}</bdi>;
  const isMemorial = event.occasion === 'memorial';
  const isCounting = event.deadline !== null && !event.isClosed;
  const names = event.contributors.map((each) => each.firstName);
  // The uploader updates this element when the deadline moves.
  const timeLeft = (
    <div id="time-left" aria-live="polite">
      {isCounting && event.deadline && (
        <div data-old>
          <Countdown until={event.deadline} now={now} timeZone={event.timeZone} />
          <CalendarLink uuid={event.uuid} />
        </div>
      )}
    </div>
  );
  return (
    <Layout
      site={site}
      frame="plain"
      announces="guests"
      stays="as-anybody"
      mainClass="l-page contribute"
      header={
        <Torn as="header" className="contribute__sky">
          <div className="l-page contribute__head">
            <Brand className="contribute__mark" />
            <Badge icon="lock" className="contribute__hush">
              <span>Only people with the link can see this</span>
            </Badge>
          </div>
        </Torn>
      }
      after={
        <footer className="l-page contribute__tiny">
          <p className="l-fine">
            Only {event.creatorName ? host : 'the organiser'} sees your clip before it’s in the film.{' '}
            <a href="/">What is VidDay?</a>
          </p>
          <Island name="report" props={report} />
        </footer>
      }
    >
      <div className="contribute__why">
        <p className="contribute__from">
          <strong>{host}</strong> {doing(isMemorial, isGiven)} {recipients}
        </p>
        <h1>{headline(event, recipients, invited?.rsvp ?? null, isGiven)}</h1>
        {event.message && <Letter sign={event.creatorName ?? undefined}>{event.message}</Letter>}
        {isCounting || names.length > 0 ? (
          <section className="contribute__left" aria-label={isCounting ? 'Time left' : 'Who’s already in'}>
            {timeLeft}
            {names.length > 0 && (
              <>
                <Avatars people={names.map((name) => ({ name }))} total={event.counts.contributors} />
                <p className="l-small contribute__names">
                  <Names of={names} most={6} /> already added a clip.
                </p>
              </>
            )}
          </section>
        ) : (
          timeLeft
        )}
      </div>
      {isOpen && (
        <noscript>
          <Banner tone="warn" title="This page needs JavaScript">
            You can’t record or send without it. Allow it for this page, or open the link in another browser. You can
            also give your clip to {event.creatorName ? host : 'the organiser'}, who can add it for you.
          </Banner>
        </noscript>
      )}
      {invited && <InvitationNote invited={invited} timeZone={event.timeZone} hasDeadline={event.deadline !== null} />}
      <LateNote event={event} host={host} />
      <div className={isOpen ? 'giving__do l-needs-script' : 'giving__do'}>
        <Island
          name="uploader"
          when="load"
          props={{
            event: {
              uuid: event.uuid,
              title: event.title,
              recipientNames: event.recipients.map((each) => each.firstName),
              isQuiet: hasQuietWords(event.occasion),
              prompts: event.prompts,
              maxLength: event.maxClipLength,
            },
            collecting: {
              deadline: event.deadline,
              isClosed: event.isClosed,
              acceptsClips: acceptsButForDeadline(event),
              timeZone: event.timeZone,
              host: event.creatorName ?? null,
              canMail,
              takesExtras: props.takesExtras ?? false,
              ...(invited?.hasGrace && { hasGrace: true }),
            },
            ...(props.takesFiles === false && { takesFiles: false }),
            ...(invited && { invited: toInvited(invited) }),
            replaces,
          }}
        />
      </div>
      {isOpen && invited?.rsvp.status !== 'contributed' && (
        <section className="contribute__answer" id="answer" aria-labelledby="no-time">
          <h2 id="no-time">No time now?</h2>
          {props.isAnswered && (
            <Banner tone="good" role="status" title={`Thanks, ${event.creatorName ?? 'the organiser'} knows`} />
          )}
          <Island
            name="rsvp"
            when="visible"
            props={{
              event: event.uuid,
              host: hostOf(event),
              own: invited?.rsvp ?? answered,
              invitation: invited?.key ?? null,
            }}
          />
        </section>
      )}
    </Layout>
  );
}

function toInvited({ rsvp: { id, firstName, lastName }, key, email }: ShownInvitation) {
  return { id, key, name: [firstName, lastName].filter(Boolean).join(' '), email };
}

/** "Lena is making something for Ruth". */
function doing(isMemorial: boolean, isGiven: boolean): string {
  if (isMemorial) return 'is gathering memories of';
  return isGiven ? 'made something for' : 'is making something for';
}

function headline(event: Event, recipients: ReactNode, guest: Rsvp | null, isGiven: boolean) {
  if (guest?.status === 'contributed') return <>Thank you, {<bdi>{guest.firstName}</bdi>}. You’re in.</>;
  if (guest && (guest.progress === 'started' || guest.progress === 'failed')) {
    return (
      <>
        <bdi>{guest.firstName}</bdi>, you were just getting started.
      </>
    );
  }
  if (event.occasion === 'memorial') return <>What would you like to say about {recipients}?</>;
  const hush = isGiven ? '' : ' It’s a surprise.';
  if (guest) {
    return (
      <>
        <bdi>{guest.firstName}</bdi>, say something to {recipients}.{hush}
      </>
    );
  }
  return (
    <>
      Say something to {recipients}.{hush}
    </>
  );
}
