import { expect } from 'chai';
import { OCCASION_LIST, OCCASIONS, occasionPath } from '../../src/shared/occasions.ts';
import type { OccasionContent } from '../../views/occasions/content.ts';
import { contentOf, OCCASION_CONTENTS, sharersOf } from '../../views/occasions/contents.ts';

/** The addresses that the product promises; the page of fathers is one of our own. */
const PAGES = [
  'birthday',
  'anniversary',
  'thank-you',
  'school',
  'graduation',
  'business',
  'recognition',
  'retirement',
  'farewell',
  'wedding',
  'mothers-day',
  'valentines-day',
  'get-well',
  'memorial',
  'baby-shower',
  'bar-mitzvah',
  'holiday',
].map((name) => `/video-maker/${name}-video`);

/** All texts of a page, with where they stand. Names and lengths of sample clips are no sentences. */
function textsOf(value: unknown, path = ''): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => textsOf(part, `${path}/${key}`));
}

const QUIET_KEYS = /\/(type|updated|art|name|kind|recipient)$|^\/related\//;

function sentencesOf(content: OccasionContent): string[] {
  return (
    textsOf(content)
      .filter(([path]) => !QUIET_KEYS.test(path))
      .flatMap(([, text]) => text.split(/(?<=[.!?:])\s+/))
      .map((sentence) =>
        sentence
          .toLowerCase()
          .replace(/[^\p{L}\d ]/gu, '')
          .trim(),
      )
      // "Yes." and the name in the title are no sentences of anybody.
      .filter((sentence) => sentence.includes(' '))
  );
}

describe('words of the occasions', () => {
  it('exist for the promised pages, and one for fathers', () => {
    const paths = OCCASION_CONTENTS.map(({ type }) => occasionPath(type));
    expect(paths).to.have.members([...PAGES, '/fathers-day-video']);
  });

  it('link every occasion to a page or to the start', () => {
    for (const { type } of OCCASION_LIST) {
      const path = occasionPath(type);
      if (path.startsWith('/start-a-vidday?')) continue;
      expect(contentOf(type)?.type, type).to.be.a('string');
    }
    expect(occasionPath('other')).to.equal('/start-a-vidday?occasion=custom');
    expect(occasionPath('congratulations')).to.equal('/start-a-vidday?occasion=congratulations');
  });

  it('differ for occasions that share a page', () => {
    for (const content of OCCASION_CONTENTS) {
      const sharing = sharersOf(content).map(({ type }) => type);
      expect(
        (content.shares ?? []).map(({ type }) => type),
        content.type,
      ).to.have.members(sharing);
    }
    expect(sharersOf(contentOf('school') as OccasionContent)).to.have.length(2);
  });

  it('repeat no sentence across pages or on one', () => {
    const seen = new Map<string, string>();
    const twice: string[] = [];
    for (const content of OCCASION_CONTENTS) {
      for (const sentence of sentencesOf(content)) {
        const before = seen.get(sentence);
        if (before) twice.push(`“${sentence}” on ${before} and ${content.type}`);
        seen.set(sentence, content.type);
      }
    }
    expect(twice).to.deep.equal([]);
  });

  it('fill each page, within the length of a search result', () => {
    for (const { type, title, description, strip, messages, questions, related } of OCCASION_CONTENTS) {
      expect(title.length, `title of ${type}`).to.be.at.most(65);
      expect(description.length, `description of ${type}`).to.be.within(60, 160);
      expect(strip.clips.length, type).to.be.at.least(6);
      expect(messages.samples.length, type).to.be.at.least(3);
      expect(questions.items.length, type).to.be.at.least(4);
      expect(related, type).to.have.length(3);
      expect(new Set([...related, type]), type).to.have.length(4);
      for (const clip of strip.clips) {
        const faces = [clip.art, clip.words, clip.isVoice].filter(Boolean);
        expect(faces, `${clip.name} of ${type}`).to.have.length(1);
      }
      const names = strip.clips.map(({ name }) => name);
      expect(names, type).to.deep.equal([...new Set(names)]);
    }
  });

  it('never link from illness to death, or back', () => {
    expect(contentOf('getwell')?.related).not.to.include('memorial').and.not.to.include('farewell');
    expect(contentOf('memorial')?.related).not.to.include('getwell');
  });

  it('avoid exclamation marks for illness and death', () => {
    for (const type of ['memorial', 'getwell'] as const) {
      const content = contentOf(type) as OccasionContent;
      expect(OCCASIONS[type].tone).to.equal('quiet');
      expect(textsOf(content).filter(([, text]) => text.includes('!'))).to.deep.equal([]);
    }
  });
});
