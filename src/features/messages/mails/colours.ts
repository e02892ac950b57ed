import type { MailPaper } from './mail-paper.ts';

/** The site's colours (`static/css/tokens.css`) for mail programs. */
export const LIGHT = {
  paper: '#fbf2ec',
  card: '#fffdf9',
  ink: '#38132c',
  soft: '#6b5366',
  rule: '#e6d8cf',
  wash: '#f6e9df',
  coral: '#ef5f47',
  onCoral: '#2a0a20',
  link: '#a8321f',
} as const;

const DARK = {
  paper: '#1b0f17',
  card: '#291822',
  ink: '#f8eee6',
  soft: '#cdb9c4',
  rule: '#4a3240',
  wash: '#372330',
  coral: '#f2725b',
  onCoral: '#2a0a20',
  link: '#ff9d8a',
} as const;

/** The ribbon on top: coral, marigold, mint, sky. */
export const RIBBON = ['#ef5f47', '#f3b743', '#9ed7b7', '#9cc5e8'] as const;

const rules = [
  `.paper{background-color:${DARK.paper}!important}`,
  `.card{background-color:${DARK.card}!important}`,
  `.ink{color:${DARK.ink}!important}`,
  `.soft{color:${DARK.soft}!important}`,
  `.wash{background-color:${DARK.wash}!important}`,
  `.rule{border-color:${DARK.rule}!important}`,
  `.act{background-color:${DARK.coral}!important}`,
  `.link{color:${DARK.link}!important}`,
];

/** For mail programs that support dark mode. Others show the inline colours, or invert them, which works too. */
export function sheetFor(paper: Pick<MailPaper, 'groundDark'> | null): string {
  const dark = [...rules, ...(paper ? [`.wrap{background-color:${paper.groundDark}!important}`] : [])];
  return `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){${dark.join('')}}
@media (max-width:480px){.pad{padding-left:22px!important;padding-right:22px!important}.big{font-size:26px!important}.wide{width:100%!important}}`;
}
