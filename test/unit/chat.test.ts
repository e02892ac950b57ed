import { expect } from 'chai';
import { merged, readUpTo, withLatest } from '../../islands/chat/messages.ts';
import { partsOf, storedText } from '../../src/features/support/chat-text.ts';
import { deviceInWords } from '../../src/platform/http/device-words.ts';
import { redactUrl } from '../../src/platform/redact.ts';
import { CHAT_TOKEN, deskPath, pageWithoutKeys, withoutKeys } from '../../src/shared/chat.ts';
import type { ChatMessage } from '../../src/shared/contracts/chat.ts';

const KEY = 'p0aB1cD2eF3gH4iJ5kL6mN7';
const TOKEN = 'abcdefghijklmnopqrst_-';

const message = (seq: number, more: Partial<ChatMessage> = {}): ChatMessage => ({
  id: `m${seq}`,
  seq,
  clientId: `c${seq}`,
  from: 'visitor',
  name: '',
  parts: [],
  createdAt: '2026-11-21T08:00:00.000Z',
  readAt: null,
  isMailed: false,
  ...more,
});

describe('content of a conversation', () => {
  it('drops keys from page URLs', () => {
    const pages = {
      '/': '/',
      '/help/give-it?q=1#x': '/help/give-it',
      '/video-maker/birthday-video': '/video-maker/birthday-video',
      [`/e/${KEY}`]: '/e/…',
      '/e/0b5a0c1e-0000-4000-8000-000000000001/receipt/x': '/e/…',
      '/e/abcdefghijklmnopqrstuvw': '/e/…',
      [`/chat/token/${TOKEN}`]: '/chat/token/…',
      '/auth/reset-password/abcdef': '/auth/reset-password/…',
      '/%2e%2e/x': '/…',
      '/a/b/c/d/e/f/g/h': '/a/b/c/d/e/…',
      '': '/',
    };
    for (const [page, kept] of Object.entries(pages)) expect(pageWithoutKeys(page), page).to.equal(kept);
  });

  it('drops keys from the text', () => {
    expect(withoutKeys(`${KEY} (v${KEY.slice(1)})/e/r${KEY.slice(1)}?x`)).to.equal('[key] ([key])/e/[key]?x');
    const harmless = 'psychophysiotherapeutik, 23 letters; p0aB1cD2eF3gH4iJ5kL6mN78 is longer';
    expect(withoutKeys(harmless)).to.equal(harmless);
    expect(storedText(`  ${KEY} `)).to.equal('[key]');
    expect(() => storedText('  ')).to.throw('Please write something.');
  });

  it('links only http, https and mailto', () => {
    const hrefs = (text: string) => partsOf(text).flatMap(({ href }) => href ?? []);
    expect(hrefs('javascript:alert(1) data:text/html,x //evil.example ftp://a.example vbscript:x')).to.deep.equal([]);
    expect(hrefs('http://a.example/"><script> and (https://b.example/x).')).to.deep.equal([
      'http://a.example/',
      'https://b.example/x',
    ]);
    expect(partsOf('plain')).to.deep.equal([{ text: 'plain', href: null }]);
  });

  it('names browser and system for a User-Agent', () => {
    const android =
      'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36';
    expect(deviceInWords(android)).to.equal('Chrome 131 on Android 14, phone');
    expect(deviceInWords(undefined)).to.equal('');
    expect(deviceInWords('<script>alert(1)</script>')).not.to.include('<');
  });

  it('redacts a mailed link’s token in logged URLs', () => {
    expect(TOKEN).to.match(CHAT_TOKEN);
    expect(redactUrl(`/chat/token/${TOKEN}`)).to.equal('/chat/token/[redacted]');
  });
});

describe('chat messages in a browser', () => {
  it('are ordered and deduplicated, in their latest version', () => {
    const news = [message(2, { readAt: 'now' }), message(1)];
    expect(merged([message(3), message(2)], news).map(({ seq, readAt }) => [seq, readAt])).to.deep.equal([
      [1, null],
      [2, 'now'],
      [3, null],
    ]);
  });

  it('keep earlier ones when the latest are loaded again, unless some between were missed', () => {
    const span = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => message(from + at));
    const ends = ({ messages, hasEarlier }: ReturnType<typeof withLatest>) => [
      messages[0]?.seq,
      messages.at(-1)?.seq,
      messages.length,
      hasEarlier,
    ];
    const all = { messages: span(1, 8), hasEarlier: false };
    expect(ends(withLatest(all, { messages: span(6, 9), hasEarlier: true }))).to.deep.equal([1, 9, 9, false]);
    expect(ends(withLatest(all, { messages: span(21, 24), hasEarlier: true }))).to.deep.equal([21, 24, 4, true]);
    const toldMeanwhile = { messages: [...span(1, 8), message(25)], hasEarlier: false };
    expect(ends(withLatest(toldMeanwhile, { messages: span(21, 24), hasEarlier: true }))).to.deep.equal([
      21,
      25,
      5,
      true,
    ]);
    const none = { messages: [], hasEarlier: false };
    expect(ends(withLatest(none, { messages: span(3, 6), hasEarlier: true }))).to.deep.equal([3, 6, 4, true]);
  });

  it('are marked seen up to one of the other side', () => {
    const all = [message(1), message(2, { from: 'staff' }), message(3)];
    expect(readUpTo(all, 'visitor', 2, 'now').map(({ readAt }) => readAt)).to.deep.equal(['now', null, null]);
  });

  it('have a desk URL that keeps filter and search', () => {
    expect(deskPath({ show: 'all', q: '' })).to.equal('/staff/chat');
    expect(deskPath({ show: 'open', q: 'a b' }, 'x')).to.equal('/staff/chat/x?show=open&q=a+b');
  });
});
