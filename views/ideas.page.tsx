import type { Idea } from '../src/shared/contracts/feedback.ts';
import { Island } from './base/island.tsx';
import { IdeaCard } from './ideas/idea-card.tsx';
import { type IdeasView, ideasHref, STATUS_WORDS } from './ideas/idea-words.ts';
import type { PageHead } from './layout/document.tsx';
import { Layout, type SiteProps } from './layout/layout.tsx';
import { ButtonLink } from './ui/button.tsx';
import { Empty } from './ui/empty.tsx';
import { List } from './ui/list.tsx';
import { Banner } from './ui/notice.tsx';
import { TabLinks } from './ui/tabs.tsx';

export interface IdeasPageProps {
  site: SiteProps;
  ideas: readonly Idea[];
  total: number;
  nextCursor: string | null;
  view: IdeasView;
  isStaff: boolean;
  /** An idea has just been shared. */
  wasShared: boolean;
  /** Ideas similar to the refused one. */
  alike: readonly Idea[];
  /** Submitted values and errors of the form. */
  form: {
    values: { title: string; text: string } | undefined;
    fields?: Record<string, string>;
    error?: string | null;
  };
}

export function ideasHead(): PageHead {
  return {
    title: 'What should we build next?',
    description: 'Ideas from people who make group videos with VidDay. Share yours, and vote for others.',
    indexed: false,
    sheet: 'ideas',
    occasion: 'thankyou',
  };
}

const SHOWN = ['planned', 'in-progress', 'done'] as const;

/** `/ideas`: ideas, votes, and a form for a new one. Works without script. */
export function IdeasPage(props: IdeasPageProps) {
  const { site, ideas, nextCursor, view, isStaff, wasShared, alike, form } = props;
  const back = ideasHref(view);
  return (
    <Layout site={site} mainClass="l-page ideas">
      <div className="ideas__head">
        <h1>What should we build next?</h1>
        <p className="l-lead">Share an idea, or vote for others. The most wanted come first.</p>
      </div>
      <section className="card ideas__own" aria-labelledby="own">
        <h2 id="own">Got a feature idea?</h2>
        {form.error && (
          <Banner tone="bad" role="alert">
            {form.error}
          </Banner>
        )}
        <Island name="idea-form" props={{ values: form.values, fields: form.fields }} />
      </section>
      <div className="ideas__list">
        {wasShared && (
          <Banner tone="good" role="status" title="Thank you!">
            Your idea is on the list, with your vote.
          </Banner>
        )}
        {alike.length > 0 && (
          <section className="ideas__alike" aria-labelledby="alike">
            <h2 id="alike">Is it one of these?</h2>
            <Ideas ideas={alike} back={back} isStaff={isStaff} />
          </section>
        )}
        <Choices view={view} isStaff={isStaff} />
        {ideas.length > 0 ? <Ideas ideas={ideas} back={back} isStaff={isStaff} /> : <NoIdeas view={view} />}
        {nextCursor && (
          <ButtonLink kind="second" href={ideasHref(view, nextCursor)}>
            More ideas
          </ButtonLink>
        )}
      </div>
    </Layout>
  );
}

function Choices({ view, isStaff }: Pick<IdeasPageProps, 'view' | 'isStaff'>) {
  const { sort, status, isHidden } = view;
  const all = status === null && !isHidden;
  return (
    <TabLinks
      label="Which ideas"
      tabs={[
        { href: '/ideas', label: 'Most wanted', isCurrent: all && sort === 'votes' },
        { href: '/ideas?sort=newest', label: 'Newest', isCurrent: all && sort === 'newest' },
        ...SHOWN.map((each) => ({
          href: `/ideas?status=${each}`,
          label: STATUS_WORDS[each].label,
          isCurrent: status === each,
        })),
        ...(isStaff ? [{ href: '/ideas?hidden=true', label: 'Hidden', isCurrent: isHidden }] : []),
      ]}
    />
  );
}

function Ideas({ ideas, back, isStaff }: { ideas: readonly Idea[]; back: string; isStaff: boolean }) {
  return (
    <List className="ideas__cards">
      {ideas.map((idea) => (
        <li key={idea.id}>
          <IdeaCard idea={idea} back={back} isStaff={isStaff} />
        </li>
      ))}
    </List>
  );
}

function NoIdeas({ view }: { view: IdeasView }) {
  if (view.isHidden) return <Empty title="Nothing is hidden">Ideas you take off the list show up here.</Empty>;
  if (view.status === null) return <Empty title="No ideas yet">Yours would be the first. What do you miss?</Empty>;
  return (
    <Empty title="None of them yet" action={<a href="/ideas">Show all ideas</a>}>
      Vote for what should come next.
    </Empty>
  );
}
