import { expect } from 'chai';
import type { CreateEventBody } from '../../src/shared/contracts/events.ts';
import { parseStartForm, type StartResult } from '../../src/shared/contracts/start-form.ts';

const NOW = Date.parse('2026-06-05T12:00:00Z');
const HERE = { timeZone: 'Europe/Berlin' };
const WHOLE = {
  ...HERE,
  occasion: 'birthday',
  'firstName[]': ['Ruth', ''],
  'lastName[]': ['Okafor', ''],
  'email[]': [' Ruth@Example.com ', ''],
  date: '2026-06-10',
  time: '20:00',
  message: 'Half a minute\r\nis plenty.',
  'prompts[]': ['Describe Ruth in three words.', ' ', 'Describe Ruth in three words.'],
  do: 'create',
};

const read = (change: object) => parseStartForm({ ...WHOLE, ...change }, NOW);

/** The body as it goes over the wire. */
function bodyOf(result: StartResult): CreateEventBody {
  expect(errorsOf(result)).to.deep.equal({});
  return JSON.parse(JSON.stringify(result.kind === 'create' ? result.body : null)) as CreateEventBody;
}

function errorsOf(result: StartResult) {
  return result.kind === 'again' ? result.errors : {};
}

describe('the form that starts an event', () => {
  it('turns posted fields into the body of POST /api/event', () => {
    expect(bodyOf(read({}))).to.deep.equal({
      occasion: 'birthday',
      recipients: [{ firstName: 'Ruth', lastName: 'Okafor', email: 'ruth@example.com' }],
      deadline: '2026-06-10T18:00:00.000Z',
      timeZone: 'Europe/Berlin',
      message: 'Half a minute\nis plenty.',
      prompts: ['Describe Ruth in three words.'],
    });
  });

  it('accepts a single value for a list, with and without brackets', () => {
    const body = bodyOf(
      parseStartForm({ ...HERE, occasion: 'wedding', firstName: 'Noor', prompts: 'Raise a glass.' }, NOW),
    );
    expect(body.recipients).to.deep.equal([{ firstName: 'Noor' }]);
    expect(body.prompts).to.deep.equal(['Raise a glass.']);
  });

  it('puts the name into suggested prompts', () => {
    const prompts = ['What did they teach you that you still do?', 'Describe them in three words.', 'My own for them?'];
    const body = bodyOf(parseStartForm({ ...HERE, occasion: 'birthday', firstName: 'Ruth', prompts }, NOW));
    expect(body.prompts).to.deep.equal([
      'What did Ruth teach you that you still do?',
      'Describe Ruth in three words.',
      'My own for them?',
    ]);
  });

  it('accepts a missing date', () => {
    expect(bodyOf(read({ date: '' }))).not.to.have.property('deadline');
  });

  it('keeps typed values and shows errors beside their fields', () => {
    const result = read({ 'firstName[]': ['', 'Karl'], 'lastName[]': ['Okafor', ''], 'email[]': ['', 'karl@'] });
    expect(errorsOf(result)).to.have.all.keys('people.0.firstName', 'people.1.email');
    expect(result.values.people[1]).to.deep.equal({ firstName: 'Karl', lastName: '', email: 'karl@' });
    expect(result.values.message).to.contain('Half a minute');
  });

  it('refuses a past or impossible day, and an unknown zone', () => {
    expect(errorsOf(read({ date: '2026-06-01' }))).to.have.property('date');
    expect(errorsOf(read({ date: '2026-02-31' }))).to.have.property('date');
    expect(errorsOf(read({ timeZone: 'Moon/Crater' }))).to.have.property('timeZone');
  });

  it('requires an occasion and a recipient', () => {
    expect(errorsOf(read({ occasion: 'constructor' }))).to.have.property('occasion');
    expect(errorsOf(read({ 'firstName[]': [], 'lastName[]': [], 'email[]': [] }))).to.have.property(
      'people.0.firstName',
    );
  });

  it('adds one row and changes nothing else on request', () => {
    const result = read({ do: 'add-recipient', date: '2020-01-01' });
    expect(result.kind).to.equal('again');
    expect(errorsOf(result)).to.deep.equal({});
    expect(result.values.people).to.have.length(2);
  });

  it('keeps the creator’s own words for a custom occasion only', () => {
    expect(bodyOf(read({ occasion: 'other', occasionOther: ' Name day ' })).occasionOther).to.equal('Name day');
    expect(bodyOf(read({ occasionOther: 'Name day' }))).not.to.have.property('occasionOther');
  });

  it('shows the form again for malformed bodies', () => {
    for (const raw of [undefined, null, 3, 'x', [], { occasion: { $gt: '' } }, { 'firstName[]': [{ a: 1 }] }]) {
      expect(parseStartForm(raw, NOW).kind, JSON.stringify(raw)).to.equal('again');
    }
  });
});
