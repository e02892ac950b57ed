import { expect } from 'chai';
import type { ReactNode } from 'react';
import { Avatars } from '../../views/ui/avatar.tsx';
import { Badge, Postmark } from '../../views/ui/badge.tsx';
import { Button, ButtonLink, IconButton } from '../../views/ui/button.tsx';
import { Card, Letter, Tag } from '../../views/ui/card.tsx';
import { Checkbox, ChoiceGroup, Radio, Switch } from '../../views/ui/choice.tsx';
import { ClipTile } from '../../views/ui/clip-tile.tsx';
import { Countdown } from '../../views/ui/countdown.tsx';
import { Dialog } from '../../views/ui/dialog.tsx';
import { Empty } from '../../views/ui/empty.tsx';
import { Faq } from '../../views/ui/faq.tsx';
import { Field, TextArea } from '../../views/ui/field.tsx';
import { Menu, MenuButton, MenuLink, MenuRule } from '../../views/ui/menu.tsx';
import { Banner, Notice } from '../../views/ui/notice.tsx';
import { Torn, Wrap } from '../../views/ui/paper.tsx';
import { PayBar } from '../../views/ui/pay-bar.tsx';
import { chapterAt, FilmPlayer, PlayerBar, Scrubber } from '../../views/ui/player.tsx';
import { Progress } from '../../views/ui/progress.tsx';
import { Select } from '../../views/ui/select.tsx';
import { Slot } from '../../views/ui/slot.tsx';
import { TabLinks } from '../../views/ui/tabs.tsx';
import { Timeline } from '../../views/ui/timeline.tsx';
import { Toast, ToastRegion } from '../../views/ui/toast.tsx';
import { expectSound, htmlOf, tagsOf } from '../helpers/view.tsx';

const nothing = () => undefined;
const CHAPTERS = [
  { start: 0, title: 'Opening' },
  { start: 5, title: 'Karl' },
  { start: 27, title: 'Lena' },
];

/** The block's HTML, after what holds for every block was checked. */
function drawn(block: ReactNode): string {
  const html = htmlOf(block);
  expectSound(html);
  return html;
}

describe('building blocks: buttons and fields', () => {
  it('ignore presses while busy, with aria-busy', () => {
    const html = drawn(<Button busy>Publishing…</Button>);
    expect(tagsOf(html, 'button')[0]?.attributes).to.include({ 'aria-busy': 'true', 'aria-disabled': 'true' });
  });

  it('name icon-only buttons', () => {
    const html = drawn([
      <IconButton key="1" icon="trash" label="Remove" />,
      <ButtonLink key="3" href="/" kind="quiet" icon="link" size="small" wide>
        On
      </ButtonLink>,
    ]);
    expect(html)
      .to.contain('aria-label="Remove"')
      .and.to.contain('class="button button--quiet button--small button--wide"');
  });

  it('tie label, hint and error to their field', () => {
    const html = drawn(<Field label="Email" hint="Only for your link." error="It has no ending." id="mail" />);
    expect(tagsOf(html, 'input')[0]?.attributes).to.include({
      'aria-describedby': 'mail-hint mail-error',
      'aria-invalid': 'true',
    });
    drawn(<Field label="One" />);
    drawn([
      <TextArea key="1" label="Two" hint="x" />,
      <Select key="2" label="Three" options={[{ value: 'a', label: 'A' }]} />,
    ]);
    drawn([<Field key="1" label="Same" />, <Field key="2" label="Same" hint="x" />]);
  });

  it('announce a group’s question, hint and error together', () => {
    const html = drawn(
      <ChoiceGroup legend="Which?" hint="Any" error="Choose one." id="which">
        <Checkbox label="One" name="n" />
        <Radio label="Two" name="m" hint="h" boxed />
        <Switch label="Three" hint="h" />
      </ChoiceGroup>,
    );
    expect(tagsOf(html, 'fieldset')[0]?.attributes['aria-describedby']).to.equal('which-hint which-error');
  });
});

describe('building blocks: clips', () => {
  const told = (tile: ReactNode) =>
    drawn(tile)
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim();

  it('name the person, the length and the state in words', () => {
    expect(told(<ClipTile name="Karl" kind="video" length={22} posterUrl="/k.webp" />)).to.equal('Karl 0:22');
    expect(told(<ClipTile name="Samira" kind="video" state="preparing" />)).to.equal('Samira Preparing');
    expect(told(<ClipTile name="Ana" kind="photo" state="uploading" />)).to.equal('Ana On its way');
    expect(told(<ClipTile name="Theo" kind="video" state="failed" />)).to.equal('Theo Can’t be used');
    expect(told(<ClipTile name="Omar" kind="video" isHidden posterUrl="/o.webp" />)).to.equal('Omar Left out');
    expect(told(<ClipTile name="Priya" kind="text" text="Swear." length={6} />)).to.equal('“Swear.” Priya 0:06');
    expect(told(<ClipTile name="Ilse" kind="audio" length={63} />)).to.equal('Ilse 1:03 Voice');
    const quiet = <ClipTile name="Eli" kind="video" posterUrl="/e.webp" note={{ tone: 'warn', text: 'Too quiet' }} />;
    expect(told(quiet)).to.equal('Eli Too quiet');
  });

  it('are a link, a button or neither, and mark the chosen one', () => {
    expect(drawn(<ClipTile name="A" kind="video" href="#t" isCurrent />)).to.match(/^<a [^>]*aria-current="true"/);
    expect(drawn(<ClipTile name="A" kind="video" button={{ onClick: nothing }} place="1 of 2" />)).to.match(/^<button/);
    expect(drawn(<ClipTile name="A" kind="video" />)).to.match(/^<span/);
  });

  it('lie on the ribbon in order', () => {
    const html = drawn(
      <Timeline label="Clips in order">
        <li>
          <Slot href="#a">Place for Sofia</Slot>
        </li>
        <li>
          <Slot button={{}}>Add</Slot>
        </li>
      </Timeline>,
    );
    expect(tagsOf(html, 'ol')[0]?.attributes.role).to.equal('list');
    expect(tagsOf(html, 'div')[0]?.attributes).to.include({ role: 'group', tabindex: '0' });
  });
});

describe('building blocks: film player', () => {
  it('marks each chapter and the progress', () => {
    const html = drawn(<Scrubber length={60} position={27} chapters={CHAPTERS} />);
    const rects = tagsOf(html, 'rect').map(({ attributes }) => attributes);
    expect(rects.filter((rect) => !rect.class)).to.have.length(3);
    expect(rects.filter((rect) => rect.class === 'player__done')).to.have.length(2);
    for (const rect of rects) expect(Number(rect.x) + Number(rect.width)).to.be.at.most(600);
  });

  it('is moved by keys and announces its position', () => {
    const html = drawn(<Scrubber length={60} position={30} chapters={CHAPTERS} onSeek={nothing} />);
    expect(tagsOf(html, 'input')[0]?.attributes).to.include({ type: 'range', 'aria-valuetext': '0:30 of 1:00, Lena' });
  });

  it('accepts a film without length or chapters', () => {
    expect(drawn(<Scrubber length={0} />)).not.to.contain('NaN');
    expect(chapterAt([], 3)).to.equal(undefined);
    expect(chapterAt(CHAPTERS, 26)?.title).to.equal('Karl');
  });

  it('shows a portrait poster whole over a blurred copy, and has a name', () => {
    const poster = { src: '/p.webp', alt: 'Lena', isPortrait: true };
    const html = drawn(
      <FilmPlayer
        label="Ruth’s film"
        poster={poster}
        length={60}
        caption="Hello"
        bar={<PlayerBar length={60} captions />}
      />,
    );
    expect(tagsOf(html, 'img')).to.have.length(2);
    expect(html).to.contain('aria-label="Ruth’s film"').and.to.contain('aria-label="Play the film"');
    expect(drawn(<FilmPlayer label="x" length={1} isPlaying />)).not.to.contain('Play the film');
  });
});

describe('building blocks: the rest', () => {
  it('have a name and a number while busy', () => {
    const html = drawn(<Progress label="Sending" value={21} max={50} state="paused" />);
    expect(html).to.contain('aria-label="Sending"').and.to.contain('42%').and.to.contain('class="progress--paused"');
    expect(tagsOf(drawn(<Progress label="Waiting" />), 'progress')[0]?.attributes).not.to.have.property('value');
  });

  it('announce faces as one sentence', () => {
    const people = ['Karl', 'Lena', 'Amara'].map((name) => ({ name }));
    expect(drawn(<Avatars people={people} total={27} max={2} />)).to.contain('aria-label="Karl, Lena and 25 more"');
  });

  it('show the time left with the date in the event’s zone, then “Closed”', () => {
    const until = '2026-06-10T18:00:00Z';
    const html = drawn(<Countdown until={until} now={Date.parse(until) - 100 * 3_600_000} timeZone="Europe/Berlin" />);
    expect(html.replace(/<[^>]*>/g, '')).to.match(/^4 days 4 hours leftUntil Wednesday, June 10.* Berlin time$/);
    expect(drawn(<Countdown until={until} now={Date.parse(until)} timeZone="UTC" />)).to.contain('Closed');
  });

  it('open menus and questions without script, and name dialogs and tabs', () => {
    const html = drawn([
      <Menu key="1" label="More for Karl’s clip" upwards align="start">
        <MenuButton danger icon="trash">
          Remove
        </MenuButton>
        <MenuRule />
        <MenuLink href="/x">Go</MenuLink>
      </Menu>,
      <Faq key="2" items={[{ question: 'Can she keep it?', answer: 'For good.', isOpen: true }]} />,
      <Dialog key="3" open={false} onClose={nothing} title="Give it now?" actions={<Button>Yes</Button>} />,
      <TabLinks key="4" label="Show" tabs={[{ href: '#a', label: 'All', count: 4, isCurrent: true }]} />,
    ]);
    expect(tagsOf(html, 'details')).to.have.length(2);
    expect(tagsOf(html, 'dialog')[0]?.attributes).to.include.keys('aria-labelledby');
  });

  it('show the price first and its reason on tap', () => {
    const html = drawn(
      <PayBar
        amount={0}
        reason="get-well films are free"
        lines={[{ label: 'Film', amount: 500 }]}
        action={<Button>Publish</Button>}
      />,
    );
    expect(html).to.contain('$0').and.to.contain('$5.00');
  });

  it('announce banners, notices and toasts', () => {
    const html = drawn([
      <Banner key="1" tone="bad" role="alert" title="It did not finish" action={<Button>Again</Button>}>
        Theo’s clip stopped us.
      </Banner>,
      <Notice key="2" type="promotion">
        New
      </Notice>,
      <ToastRegion key="3" raised>
        <Toast action={{ label: 'Undo', onClick: nothing }} onClose={nothing}>
          Omar’s clip was left out.
        </Toast>
      </ToastRegion>,
      <Empty key="4" title="No clips yet" headingLevel={3}>
        Send the link.
      </Empty>,
    ]);
    expect(html).to.contain('role="alert"').and.to.contain('role="status"').and.to.contain('id="toasts"');
  });

  it('render paper, letters and labels as markup', () => {
    const html = drawn([
      <Wrap key="1" occasion="wedding" />,
      <Torn key="2" edge="top" isDecoration />,
      <Card key="3" as="section" stack />,
      <Letter key="4" sign="Lena" corner={<Postmark lines={['JUNE', '12']} />}>
        Half a minute.
      </Letter>,
      <Tag key="5">Essential</Tag>,
      <Badge key="6" tone="warn" icon="clock">
        2 days left
      </Badge>,
    ]);
    expect(html).to.contain('data-occasion="wedding"').and.to.contain('torn torn--top');
  });
});
