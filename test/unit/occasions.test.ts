import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { promptsFor, titleFor } from '../../src/shared/occasion-words.ts';
import { isOccasionType, OCCASION_LIST, OCCASION_TYPES, OCCASIONS } from '../../src/shared/occasions.ts';

/** Types of the catalogue for which a flag has the rarer value. */
const without = (flag: 'homePage' | 'webApp' | 'public') =>
  OCCASION_LIST.filter((each) => !each[flag]).map((each) => each.type);

describe('the catalogue of occasions', () => {
  it('has the 24 specified types in their order', () => {
    expect(OCCASION_TYPES).to.have.length(24);
    expect(new Set(OCCASION_TYPES).size).to.equal(24);
    expect(OCCASION_LIST.map((each) => each.type)).to.deep.equal([...OCCASION_TYPES]);
    expect(OCCASIONS.other.label).to.equal('Custom');
  });

  it('makes films free for get-well only', () => {
    expect(OCCASION_LIST.filter((each) => each.isFree).map((each) => each.type)).to.deep.equal(['getwell']);
  });

  it('hides the types that the specification hides', () => {
    expect(without('webApp')).to.have.members(['school', 'business']);
    expect(without('homePage')).to.have.members([
      'other',
      'teacher-appreciation',
      'yearbook',
      'business',
      'military',
      'congratulations',
      'holiday',
    ]);
    expect(without('public')).to.deep.equal([]);
  });

  it('links each occasion to its page', () => {
    const shared = { school: 'school', 'teacher-appreciation': 'school', yearbook: 'school' } as const;
    for (const [type, slug] of Object.entries(shared)) {
      expect(OCCASION_LIST.find((each) => each.type === type)?.to).to.equal(`/video-maker/${slug}-video`);
    }
    expect(OCCASIONS.military.to).to.equal(OCCASIONS.recognition.to);
    expect(OCCASIONS.batmitzvah.to).to.equal(OCCASIONS.barmitzvah.to);
  });

  it('has the right article, own words and an icon for each', () => {
    for (const each of OCCASION_LIST) {
      expect(each.prefix, each.label).to.equal(/^[aeiou]/i.test(each.label) ? 'an' : 'a');
      expect(each.phrase, each.type).to.match(/^\S.*\S$/);
    }
    expect(new Set(OCCASION_LIST.map((each) => each.emoji)).size).to.equal(24);
    expect(new Set(OCCASION_LIST.map((each) => each.phrase)).size).to.equal(24);
  });

  it('has wrapping paper for each', () => {
    const tokens = readFileSync(new URL('../../static/css/tokens.css', import.meta.url), 'utf8');
    for (const type of OCCASION_TYPES) expect(tokens).to.match(new RegExp(`\\[data-occasion="?${type}"?\\] ?\\{`));
  });

  it('recognises its types and no other word', () => {
    expect(isOccasionType('birthday')).to.equal(true);
    for (const foreign of ['custom', 'constructor', '', null, 3]) expect(isOccasionType(foreign)).to.equal(false);
  });
});

describe('words about an occasion', () => {
  it('build an event’s title', () => {
    expect(titleFor('birthday', ['Ruth'])).to.equal('Ruth’s birthday');
    expect(titleFor('wedding', ['Noor', 'Elias'])).to.equal('Noor and Elias’s wedding');
    expect(titleFor('memorial', ['Walter'])).to.equal('In memory of Walter');
    expect(titleFor('other', ['Ruth'], 'Name day')).to.equal('Name day: Ruth');
    expect(titleFor('other', ['Ruth'], ' ')).to.equal('Something for Ruth');
  });

  it('include an own title for each', () => {
    const titles = OCCASION_TYPES.map((type) => titleFor(type, ['Ruth']));
    // Both thank a person; the paper and the prompts tell them apart.
    expect(new Set(titles).size).to.equal(23);
    for (const title of titles) expect(title).to.contain('Ruth');
  });

  it('include three to six prompts with the recipients’ names', () => {
    for (const type of OCCASION_TYPES) {
      const prompts = promptsFor(type, ['Ruth']);
      expect(prompts.length, type).to.be.within(3, 6);
      for (const prompt of prompts) expect(prompt).not.to.match(/[{}]/);
    }
    expect(promptsFor('birthday', ['Ruth', 'Karl'])[0]).to.equal('What did Ruth and Karl teach you that you still do?');
    expect(promptsFor('retirement', []).join(' ')).not.to.contain('them’s');
    expect(promptsFor('birthday', []).slice(0, 2)).to.deep.equal([
      'What did they teach you that you still do?',
      'Describe them in three words.',
    ]);
    expect(promptsFor('barmitzvah', ['Eli'])[1]).to.equal('What was Eli like as a small boy?');
    expect(promptsFor('barmitzvah', ['Eli', 'Noah'])[1]).to.equal('What were Eli and Noah like as small boys?');
  });

  it('avoid exclamation marks in quiet tone', () => {
    for (const each of OCCASION_LIST.filter((one) => one.tone === 'quiet')) {
      const words = [titleFor(each.type, ['Walter']), ...promptsFor(each.type, ['Walter']), each.phrase].join(' ');
      expect(words).not.to.contain('!');
    }
  });
});
