import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { ANNOUNCEMENT_PLACES } from '../../src/shared/announcement-places.ts';
import { emptyStart, parseStartForm, type StartValues } from '../../src/shared/contracts/start-form.ts';
import { OCCASION_LIST } from '../../src/shared/occasions.ts';
import { FILM_PRICE, packagesFrom } from '../../src/shared/pricing.ts';
import { type DashboardEvent, DashboardPage } from '../../views/dashboard.page.tsx';
import { ErrorPage } from '../../views/error.page.tsx';
import { HomePage } from '../../views/home.page.tsx';
import type { SiteProps } from '../../views/layout/layout.tsx';
import { LoginPage } from '../../views/login.page.tsx';
import { MessagePage } from '../../views/message.page.tsx';
import { OccasionPage } from '../../views/occasion.page.tsx';
import type { OccasionContent } from '../../views/occasions/content.ts';
import { OCCASION_CONTENTS } from '../../views/occasions/contents.ts';
import { RegisterPage } from '../../views/register.page.tsx';
import { StartPage } from '../../views/start.page.tsx';
import { expectPage, htmlOf, tagsOf } from '../helpers/view.tsx';

const NOW = Date.parse('2026-06-05T18:00:00Z');
const everywhere = { link: null, places: [...ANNOUNCEMENT_PLACES] };
const anonymous: SiteProps = { user: null };
const facts = { packages: packagesFrom(FILM_PRICE.usual), rating: null };
const signedIn: SiteProps = {
  user: { email: 'lena@example.com' },
  announcements: [{ id: '1', type: 'promotion', message: 'Hello & <welcome>', ...everywhere }],
};

const EVENT: DashboardEvent = {
  uuid: '0b5a0c1e-0000-4000-8000-000000000001',
  title: 'Ruth’s birthday',
  occasion: 'birthday',
  status: 'active',
  isClosed: false,
  acceptsClips: true,
  deadline: '2026-06-10T18:30:00Z',
  timeZone: 'Europe/Berlin',
  counts: { media: 12, contributors: 9, trees: 0 },
  length: 492,
  deliverAt: null,
  deliveredAt: null,
  openedAt: null,
  recipients: ['Ruth'],
  posters: [],
  hasFilm: false,
  render: null,
};

function dashboard(...events: Partial<DashboardEvent>[]) {
  const all = events.map((each, index) => ({ ...EVENT, uuid: `uuid-${index}`, ...each }));
  return htmlOf(<DashboardPage site={signedIn} events={all} now={NOW} />);
}

const start = (values: Partial<StartValues>, errors = {}) =>
  htmlOf(
    <StartPage
      site={anonymous}
      values={emptyStart({ timeZone: 'Europe/Berlin', ...values })}
      errors={errors}
      timeZones={['UTC', 'Europe/Berlin'].map((zone) => ({ value: zone, label: zone }))}
      today="2026-06-05"
    />,
  );

/** What a browser would send for the page's form, by its last submit button. */
function submitted(html: string): URLSearchParams {
  const form = new URLSearchParams();
  for (const { name, attributes } of tagsOf(html, 'input', 'textarea', 'select')) {
    const isOff = ['checkbox', 'radio'].includes(attributes.type ?? '') && attributes.checked === undefined;
    if (name === 'input' && attributes.name && !isOff) form.append(attributes.name, attributes.value ?? '');
  }
  return form;
}

describe('layout', () => {
  it('offers login to a visitor, and account links to a user', () => {
    const visitor = htmlOf(<HomePage site={anonymous} facts={facts} />);
    expect(visitor).to.contain('href="/auth/login"').and.not.to.contain('Logged in as');
    const user = dashboard({});
    expect(user).to.contain('Logged in as lena@example.com').and.not.to.contain('href="/auth/login"');
    expect(user).to.contain('action="/auth/logout"');
    expect(user).not.to.contain('>Admin<');
  });

  it('shows announcements as text, promotions in green and others in yellow', () => {
    expect(dashboard({})).to.contain('<div class="notice"><p>Hello &amp; &lt;welcome&gt;</p>');
    const other = { ...anonymous, announcements: [{ id: '2', type: 'outage', message: 'Slow today', ...everywhere }] };
    expect(htmlOf(<ErrorPage site={other} status={404} />)).to.contain(
      '<div class="notice notice--other"><p>Slow today</p>',
    );
  });

  it('names the impersonated user, and how to stop', () => {
    const html = htmlOf(<MessagePage site={{ ...signedIn, isImpersonated: true }} title="Hello" />);
    expect(html).to.contain('You’re acting for lena@example.com.');
    expectPage(html);
  });

  it('leaves out links to pages that are not configured', () => {
    expect(dashboard({})).not.to.contain('Start chat');
    const linked = { ...signedIn, links: { chat: '/chat', idea: '/idea' } };
    const html = htmlOf(<MessagePage site={linked} title="Hello" />);
    expect(html).to.contain('Found a bug or issue?').and.to.contain('Got a feature idea?');
  });
});

describe('log in and register', () => {
  it('are plain forms that a browser can fill in', () => {
    const login = htmlOf(<LoginPage site={anonymous} next="/dashboard?a=1" />);
    expectPage(login);
    expect(tagsOf(login, 'form')[0]?.attributes).to.include({ method: 'post', action: '/auth/login' });
    expect(submitted(login).get('next')).to.equal('/dashboard?a=1');
    const register = htmlOf(<RegisterPage site={anonymous} />);
    expectPage(register);
    const fields = tagsOf(register, 'input')
      .filter(({ attributes }) => attributes.type !== 'hidden')
      .map(({ attributes }) => attributes.autocomplete);
    expect(fields).to.deep.equal(['given-name', 'username', 'new-password']);
  });

  it('keep the email, never the password, and show errors at their fields', () => {
    const html = htmlOf(<LoginPage site={anonymous} email="lena@example.com" error="That does not go together." />);
    expectPage(html);
    const [email, password] = tagsOf(html, 'input');
    expect(email?.attributes.value).to.equal('lena@example.com');
    expect(password?.attributes).not.to.have.property('value');
    expect(password?.attributes).to.include({ 'aria-invalid': 'true', 'aria-describedby': 'password-error' });
  });

  it('show the configured ways to sign in only', () => {
    const none = { google: false, apple: false, link: false, passkey: false };
    expect(htmlOf(<LoginPage site={anonymous} ways={none} />)).not.to.match(/Google|Apple|class="door__or"/);
    const ways = { google: true, apple: true, link: true, passkey: true, isSandbox: true };
    const props = { site: anonymous, ways, next: '/e/x' };
    for (const html of [htmlOf(<LoginPage {...props} />), htmlOf(<RegisterPage {...props} />)]) {
      expectPage(html);
      expect(html).to.contain('href="/auth/google?next=%2Fe%2Fx"').and.to.contain('href="/auth/apple?next=%2Fe%2Fx"');
      expect(html).to.contain('a sandbox stands in');
    }
  });

  it('say what an account will keep', () => {
    const html = htmlOf(<RegisterPage site={anonymous} prepared="Ruth’s birthday" next="/e/x" />);
    expectPage(html);
    expect(html).to.contain('Ruth’s birthday').and.to.contain('/auth/login?next=%2Fe%2Fx');
  });
});

describe('the start page', () => {
  it('lists webApp occasions first, and keeps a known name', () => {
    const html = start({ people: [{ firstName: 'Ruth', lastName: '', email: '' }] });
    expectPage(html);
    for (const { type, webApp } of OCCASION_LIST) {
      expect(html.includes(`occasion=${type}&amp;name=Ruth`), type).to.equal(webApp);
    }
  });

  it('has a form that its parser accepts, without script', () => {
    const html = start({
      occasion: 'birthday',
      date: '2026-06-10',
      people: [{ firstName: 'Ruth', lastName: '', email: '' }],
    });
    expectPage(html);
    const sent = submitted(html);
    const body = Object.fromEntries([...new Set(sent.keys())].map((key) => [key, sent.getAll(key)] as const));
    const flat = Object.fromEntries(Object.entries(body).map(([key, all]) => [key, all.length > 1 ? all : all[0]]));
    const result = parseStartForm({ ...flat, timeZone: 'Europe/Berlin' }, NOW);
    expect(result.kind).to.equal('create');
    expect(result.values.prompts).to.have.length(3);
    expect(result.values.prompts?.[0]).to.contain('Ruth');
  });

  it('shows typed values and errors, for each occasion', () => {
    for (const { type: occasion } of OCCASION_LIST) {
      const html = start(
        { occasion, people: [{ firstName: '', lastName: '', email: 'a@' }], prompts: ['My own?'], message: 'Hi' },
        { 'people.0.email': 'Check the address.', message: 'Too long.' },
      );
      expectPage(html);
      expect(html).to.contain('Check the address.').and.to.contain('value="My own?"').and.to.contain('>Hi</textarea>');
    }
  });

  it('avoids exclamation marks in quiet tone', () => {
    const html = start({ occasion: 'memorial' });
    expect(html.replace(/<[^>]*>/g, ' ')).not.to.match(/!|party|surprise|wrap/i);
  });
});

describe('dashboard', () => {
  it('says what to do when it is empty', () => {
    const html = htmlOf(<DashboardPage site={signedIn} events={[]} now={NOW} />);
    expectPage(html);
    expect(html).to.contain('Nothing wrapped yet').and.to.contain('href="/start-a-vidday"');
  });

  it('shows each state with one next step', () => {
    const states: [Partial<DashboardEvent>, string, string][] = [
      [{}, '5 days left', 'Open the studio'],
      [{ counts: { media: 0, contributors: 0, trees: 0 } }, 'No clips yet', 'Get the link'],
      [{ isClosed: true }, 'Collecting is over', 'Make the film'],
      [{ status: 'finalizing', render: { progress: 0.61, step: 'joining' } }, '61%, joining.', 'Open the studio'],
      [{ status: 'finalized' }, 'Film ready', 'Give it'],
      [{ status: 'delivered', deliveredAt: '2026-06-01T18:00:00Z' }, 'Not opened yet', 'Watch it'],
      [{ status: 'delivered', openedAt: '2026-06-02T21:20:00Z' }, 'Unwrapped on', 'Watch it'],
      [{ status: 'suspended' }, 'Paused', 'See why'],
      [{ status: 'archived' }, 'Put away', 'Bring it back'],
    ];
    for (const [event, words, step] of states) {
      const html = dashboard(event);
      expectPage(html);
      expect(html).to.contain(words).and.to.contain(`${step}</a>`);
      expect(html).to.contain('data-occasion="birthday"').and.to.contain('For <bdi>Ruth</bdi>.');
    }
  });

  it('names the zone beside every time', () => {
    const deliverAt = '2026-06-12T13:00:00Z';
    const timeZone = 'America/New_York';
    const nine = /Friday, June 12 at 9:00.AM New York time/;
    for (const event of [
      { deadline: deliverAt },
      { deadline: deliverAt, isClosed: true },
      { status: 'finalized', deliverAt },
      { status: 'delivered', deliveredAt: deliverAt },
      { status: 'delivered', openedAt: deliverAt },
    ] as const) {
      expect(dashboard({ timeZone, ...event }), JSON.stringify(event)).to.match(nine);
    }
  });

  it('puts events that need the organiser first, with the only primary button', () => {
    const html = dashboard({ status: 'delivered', title: 'Old' }, {}, { status: 'finalized', title: 'Ready' });
    expect(html.indexOf('Ready')).to.be.lessThan(html.indexOf('Old'));
    expect(html.match(/class="button"/g)).to.have.length(1);
    expect(html).to.contain('1 on the way, 1 waiting for you, 1 given.');
  });
});

describe('sample films', () => {
  it('load nothing but a poster before they are played, and have captions', () => {
    const birthday = OCCASION_CONTENTS.find(({ type }) => type === 'birthday') as OccasionContent;
    for (const html of [
      htmlOf(<HomePage site={anonymous} facts={facts} />),
      htmlOf(<OccasionPage site={anonymous} facts={facts} content={birthday} />),
    ]) {
      const [video = ''] = /<video.*?<\/video>/s.exec(html) ?? [];
      expect(video)
        .to.contain(' controls=""')
        .and.to.contain('preload="none"')
        .and.to.match(/width="\d+" height="\d+"/);
      expect(video)
        .to.match(/poster="[^"]+webp"/)
        .and.to.match(/aria-label="[^"]+, 0:\d\d"/);
      expect(video)
        .to.match(/<track kind="captions"[^>]+vtt"/)
        .and.to.not.contain('default');
      expect(video).to.not.contain('autoPlay');
    }
  });
});

describe('home, messages and errors', () => {
  it('render as complete pages', () => {
    expectPage(htmlOf(<HomePage site={anonymous} facts={facts} />));
    expect(htmlOf(<HomePage site={anonymous} facts={facts} />)).to.match(
      /<a[^>]*href="[^"]*films\/birthday[^"]*mp4"[^>]*>.*?Watch one, 0:\d\d<\/a>/,
    );
    expectPage(htmlOf(<MessagePage site={anonymous} title="Done" action={{ href: '/', label: 'On' }} />));
  });

  it('never show the cause of a server error, but its request id', () => {
    const html = htmlOf(<ErrorPage site={anonymous} status={500} message="ECONNREFUSED" requestId="r-1" />);
    expectPage(html);
    expect(html).not.to.contain('ECONNREFUSED');
    expect(html).to.contain('r-1').and.to.contain('href="/help/contact"');
    expect(htmlOf(<ErrorPage site={anonymous} status={409} message="It is closed." />)).to.contain('It is closed.');
  });
});

describe('icons', () => {
  it('have one mask each, and no mask without a name', async () => {
    const { ICON_NAMES } = await import('../../views/ui/icon.tsx');
    const css = readFileSync(new URL('../../static/css/ui/icon.css', import.meta.url), 'utf8');
    const drawn = [...css.matchAll(/\.icon--([a-z-]+) \{/g)].map((match) => match[1]);
    expect(drawn).to.have.members([...ICON_NAMES]);
  });
});
