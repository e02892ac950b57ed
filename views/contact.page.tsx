import { breadcrumbs } from './base/structured.ts';
import type { PageHead } from './layout/document.tsx';
import { Layout, type SiteProps } from './layout/layout.tsx';
import { publicHead } from './public-head.ts';
import { Crumbs } from './reading/crumbs.tsx';
import { Button, ButtonLink } from './ui/button.tsx';
import { EmailField } from './ui/email-field.tsx';
import { TextArea } from './ui/field.tsx';
import { Banner } from './ui/notice.tsx';

const PATH = '/help/contact';
const PLACES = [
  ['Help', '/help'],
  ['Write to us', PATH],
] as const;

export interface ContactPageProps {
  site: SiteProps;
  /** A message has just been sent. */
  isSent?: boolean;
  /** Submitted values to show again. */
  values?: { email: string; text: string };
  error?: string | null;
  fields?: { email?: string; text?: string };
  /** Maximum characters of a message. */
  textMax: number;
}

export function contactHead(origin: string): PageHead {
  return publicHead({
    origin,
    path: PATH,
    title: 'Write to us: VidDay help',
    description: 'Found a bug, or stuck? Write to us here: we’ll reply by email, even when the chat is closed.',
    sheet: 'public',
    occasion: 'thankyou',
    structured: () => [breadcrumbs(origin, PLACES)],
  });
}

/** `/help/contact`: a message form that works without script; posts to itself. */
export function ContactPage({ site, isSent, values, error, fields = {}, textMax }: ContactPageProps) {
  return (
    <Layout site={site} mainClass="l-page public public--close">
      <div className="public__head">
        <Crumbs places={PLACES} />
        <h1>{isSent ? 'Thank you, we’ve got it' : 'Write to us'}</h1>
        <p className="l-lead">
          {isSent
            ? 'We’ve got your message. We’ll reply by email, usually within a day.'
            : 'Found a bug, or stuck somewhere? Tell us what you tapped and what you saw. We’ll reply by email, usually within a day.'}
        </p>
      </div>
      {isSent ? (
        <div className="public__ways">
          <ButtonLink href="/help" kind="second">
            Back to help
          </ButtonLink>
          <ButtonLink href={PATH} kind="quiet">
            Write another message
          </ButtonLink>
        </div>
      ) : (
        <form className="card l-stack public__contact" method="post" action={PATH} noValidate>
          {error && (
            <Banner tone="bad" role="alert" title="That didn’t go out">
              {error}
            </Banner>
          )}
          <EmailField
            label="Your email, so we can reply"
            autoComplete="email"
            defaultValue={values?.email ?? site.user?.email}
            error={fields.email}
          />
          <TextArea
            id="text"
            name="text"
            label="What happened?"
            hint="Please leave out passwords and links to gifts: we never need them."
            rows={7}
            maxLength={textMax}
            required
            defaultValue={values?.text}
            error={fields.text}
          />
          <Button type="submit">Send</Button>
        </form>
      )}
    </Layout>
  );
}
