import { promptsFor } from '../src/shared/occasion-words.ts';
import { OCCASIONS, occasionPath, videoName, withArticle } from '../src/shared/occasions.ts';
import type { SiteFacts } from '../src/shared/site-facts.ts';
import { breadcrumbs, faqPage, howTo, product } from './base/structured.ts';
import { Swatch } from './base/swatch.tsx';
import { HOW_IT_GOES } from './how-it-goes.ts';
import { Layout, type SiteProps } from './layout/layout.tsx';
import type { OccasionContent } from './occasions/content.ts';
import { sharersOf } from './occasions/contents.ts';
import { Intro } from './occasions/intro.tsx';
import { SampleMessages } from './occasions/sample-messages.tsx';
import { startPath } from './occasions/start-path.ts';
import { Strip } from './occasions/strip.tsx';
import { publicHead } from './public-head.ts';
import { ButtonLink } from './ui/button.tsx';
import { Faq } from './ui/faq.tsx';
import { List } from './ui/list.tsx';
import { Wrap } from './ui/paper.tsx';

export interface OccasionPageProps {
  site: SiteProps;
  facts: SiteFacts;
  content: OccasionContent;
}

/** File of an occasion's card for shared links. */
function cardOf(content: OccasionContent): string {
  return `art/cards/${content.type}.png`;
}

export function occasionHead(origin: string, facts: SiteFacts, content: OccasionContent) {
  const { title, description, kind, questions, type } = content;
  const occasion = OCCASIONS[type];
  const path = occasionPath(type);
  return publicHead({
    origin,
    path,
    title,
    description,
    sheet: 'occasion',
    occasion: type,
    tone: occasion.tone === 'quiet' ? 'quiet' : undefined,
    image: { file: cardOf(content), alt: content.headline.join(' ') },
    structured: (address) => [
      product(
        `${origin}${path}`,
        {
          name: videoName(type),
          description,
          image: address(cardOf(content)),
          isFree: occasion.isFree,
        },
        facts,
      ),
      howTo(`How to make ${withArticle(type)}`, HOW_IT_GOES),
      faqPage(questions.items),
      breadcrumbs(origin, [
        ['Occasions', '/video-maker'],
        [kind, path],
      ]),
    ],
  });
}

/** Page of an occasion: example film, steps, invitations to copy, questions. */
export function OccasionPage({ site, facts, content }: OccasionPageProps) {
  const { type, strip, story, ask, recipient, questions, related, end, start } = content;
  return (
    <Layout site={site} mainClass="occasion">
      <Intro content={content} packages={facts.packages} />
      <Strip label={strip.label} clips={strip.clips} />
      <section className="l-page occasion__tale" aria-labelledby="tale">
        <h2 id="tale">{story.title}</h2>
        <List ordered>
          {story.steps.map(({ when, text }) => (
            <li key={when}>
              <h3 className="occasion__moment">{when}</h3>
              <p>{text}</p>
            </li>
          ))}
        </List>
      </section>
      <section className="occasion-words__ask" aria-labelledby="ask">
        <div className="l-page">
          <div className="occasion-words__ask-head">
            <h2 id="ask">{ask.title}</h2>
            <p className="l-lead">{ask.lead}</p>
          </div>
          <List className="occasion-words__slips">
            {promptsFor(type, [recipient]).map((prompt) => (
              <li key={prompt}>{prompt}</li>
            ))}
          </List>
        </div>
      </section>
      <SampleMessages {...content.messages} />
      <Shares content={content} />
      <section className="l-page occasion__questions" aria-labelledby="faq">
        <h2 id="faq">{questions.title}</h2>
        <Faq items={questions.items.map((item, index) => ({ ...item, isOpen: index === 0 }))} />
      </section>
      <nav className="l-page occasion__related" aria-labelledby="related">
        <h2 id="related">Other days</h2>
        <List className="swatch__list">
          {related.map((each) => (
            <Swatch key={each} occasion={OCCASIONS[each]} href={occasionPath(each)} />
          ))}
        </List>
      </nav>
      <section className="l-page occasion__last" aria-labelledby="last">
        <Wrap>
          <div className="occasion__last-in">
            <h2 id="last">{end.title}</h2>
            <ButtonLink href={startPath(type)} size="big">
              {start}
            </ButtonLink>
            <p className="l-fine">{end.fine}</p>
          </div>
        </Wrap>
      </section>
    </Layout>
  );
}

/** Other occasions that share this page. */
function Shares({ content }: { content: OccasionContent }) {
  const sharers = sharersOf(content);
  if (sharers.length === 0) return null;
  return (
    <section className="l-page occasion__shares" aria-label="Close by">
      {sharers.map(({ type, label, emoji }) => (
        <div key={type} className="occasion__share" data-occasion={type}>
          <Wrap as="span" className="occasion__share-paper">
            <i className="swatch__sticker" aria-hidden="true">
              {emoji}
            </i>
          </Wrap>
          <div className="l-stack">
            <h2>{label}</h2>
            <p>{content.shares?.find((share) => share.type === type)?.text}</p>
            <ButtonLink href={startPath(type)} kind="second" size="small">
              Start: {label}
            </ButtonLink>
          </div>
        </div>
      ))}
    </section>
  );
}
