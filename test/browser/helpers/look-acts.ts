import { LONG } from './look-events.ts';
import type { StrictPage } from './strict-page.ts';
import { press as pressOn } from './uploader-moves.ts';

/* What brings a page into the state in which it is looked over. */

export const press = async ({ page }: StrictPage, selector: string, words = '') => {
  await pressOn(page, selector, words);
};

export const withDialog = (selector: string, words?: string) => async (open: StrictPage) => {
  await press(open, selector, words);
  await open.page.waitForSelector('dialog[open]');
};

/** The film over everything, standing still with all of its controls. */
export const watchPaused = async (open: StrictPage) => {
  await press(open, '.player__start');
  await open.page.waitForFunction(() => document.querySelector('video')?.paused === false);
  await open.page.focus('.cinema');
  await open.page.keyboard.press('Space');
  await press(open, '.cinema [aria-label=Captions]');
  await press(open, '.cinema summary');
};

export const isOpen = async ({ page }: StrictPage) => void (await page.waitForSelector('dialog[open]'));

export const givingOnDay = async (open: StrictPage) => {
  await withDialog('.pay-bar button', 'Give it')(open);
  await press(open, 'dialog[open] label', 'On a day');
  await press(open, '.give__zone button', 'Change');
  await open.page.waitForSelector('dialog[open] [list]');
};

export const givingByText = async (open: StrictPage) => {
  await withDialog('.pay-bar button', 'Give it')(open);
  await press(open, 'dialog[open] label', 'By text message');
  await open.page.waitForSelector('dialog[open] [type=tel]');
};

export const askedToGive = async (open: StrictPage) => {
  await withDialog('.pay-bar button', 'Give it')(open);
  await press(open, 'dialog[open] button', 'Send it to');
  await open.page.waitForSelector('.give--ask[open]');
};

export const tenSecondsToUndo = async (open: StrictPage) => {
  await askedToGive(open);
  await press(open, '.give--ask .button', 'Send it now');
  await open.page.waitForSelector('.give-bar--undo');
};

export const withSheet = async (open: StrictPage) => {
  await withDialog('.giving__act', 'Write')(open);
  await open.page.type('dialog[open] textarea', 'Happy birthday, dear '.repeat(8));
  await press(open, 'dialog[open] .button', 'Continue');
  await open.page.waitForSelector('.handin[open]');
  await press(open, '.handin .button', 'Someone else');
  await open.page.waitForSelector('.handin input[name=other]');
  await open.page.type('.handin input[name=other]', `${LONG}\nمريم\n`);
  await press(open, '.handin .button', 'Send');
  await open.page.waitForSelector('.handin .field__error');
};

export const withBar = async (open: StrictPage) => {
  await withSheet(open);
  await open.page.keyboard.press('Escape');
  await open.page.waitForSelector('.actbar');
};

/** The editor of somebody’s clip, on one of its panels. */
const editing = (name: string, panel: string) => async (open: StrictPage) => {
  await press(open, '[data-clip-id] button', name);
  await open.page.waitForSelector('.studio-line__tools');
  await press(open, '.studio-line__tools button', 'Edit');
  await open.page.waitForSelector('.clip-editor[open]');
  await press(open, '.clip-editor__tabs button', panel);
};

/** A trim, a cut with its handles, and the words beside them. */
export const trimming = (name: string) => async (open: StrictPage) => {
  await editing(name, 'Trim')(open);
  await press(open, '.clip-editor__panel button', 'Cut a part out');
  await open.page.waitForSelector('.edit-fields__cut-row');
};

/** Two captions, of which the long one is being written, and room to paste more. */
export const captioning = (name: string) => async (open: StrictPage) => {
  const { page } = open;
  await editing(name, 'Captions')(open);
  await press(open, '.captions button', 'Paste or upload');
  const two = `00:00.000 --> 00:00.900\nمرحبا\n\n00:01.000 --> 00:01.900\n${LONG}, ${LONG}`;
  await page.waitForSelector('.captions__paste textarea');
  await page.type('.captions__paste textarea', two);
  await press(open, '.captions__paste button', 'Use these');
  await page.waitForSelector('.captions__row + .captions__row');
  await page.focus('.captions__row + .captions__row textarea');
  await page.waitForSelector('.captions__tools');
  await press(open, '.captions button', 'Paste or upload');
  await page.waitForSelector('.captions__paste');
};

const send = async (open: StrictPage) => {
  await open.page.type('.handin input[name=name]', LONG);
  await press(open, '.handin .button', 'Send');
};

export const sendingOffline = async (open: StrictPage) => {
  await withSheet(open);
  await open.offline(true);
  await send(open);
  await open.reads('.handin__of-all', 'You’re offline');
};

export const thankedFor = async (open: StrictPage) => {
  await withSheet(open);
  await send(open);
  await open.reads('.handin__thanks h2', 'Sent. Thank you.');
  await press(open, '.handin__thanks .button', 'Email it to me');
  await open.reads(
    '.handin__email .field__hint',
    'your private link to this clip and, if there is one, a thank-you. Nothing else.',
  );
};

/** Colours of what is not laid out stand still between light and dark. */
export const laidOut = ({ page }: StrictPage) =>
  page.evaluate(() => {
    for (const part of document.querySelectorAll<HTMLElement>('.occasion > *'))
      part.style.contentVisibility = 'visible';
  });
