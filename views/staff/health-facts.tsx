import { bytes, count } from '../../src/shared/format.ts';
import type { SiteHealth } from '../../src/shared/site-health.ts';
import { Badge, type BadgeTone } from '../ui/badge.tsx';
import { List } from '../ui/list.tsx';
import { agoWords } from './desk-layout.tsx';

/** From here on, staff should look. */
const SLOW_ANSWER = 1000;
const LONG_WAIT = 10 * 60_000;
const MANY_BOUNCES = 0.05;
/** A share of few mails says nothing. */
const FEW_MAILS = 20;
const NEARLY_FULL = 0.85;

interface Part {
  name: string;
  tone: BadgeTone;
  state: string;
  words: string;
}

/** How each part of the site does, in a word and a number. */
export function HealthFacts({ health, now }: { health: SiteHealth; now: number }) {
  const parts = [webOf(health), filmsOf(health, now), mailOf(health), paymentsOf(health, now), diskOf(health)];
  return (
    <List className="staff__health">
      {parts.map(({ name, tone, state, words }) => (
        <li key={name}>
          <Badge tone={tone}>{state}</Badge>
          <span>{name}</span>
          <span className="l-fine">{words}</span>
        </li>
      ))}
    </List>
  );
}

const FINE = { tone: 'good', state: 'OK' } as const;

function webOf({ answer }: SiteHealth): Part {
  const words = answer === null ? 'few asked lately' : `95% within ${Math.round(answer).toLocaleString('en')} ms`;
  const isSlow = answer !== null && answer > SLOW_ANSWER;
  return { name: 'Pages', ...(isSlow ? { tone: 'warn' as const, state: 'Slow' } : FINE), words };
}

function filmsOf({ renders: { count: waiting, since } }: SiteHealth, now: number): Part {
  const isLong = since !== null && now - Date.parse(since) > LONG_WAIT;
  const words = since === null ? 'none waiting' : `${waiting} waiting, first ${agoWords(since, now)}`;
  return { name: 'Films', ...(isLong ? { tone: 'warn' as const, state: 'Busy' } : FINE), words };
}

function mailOf({ mails: { sent, bounced, lost } }: SiteHealth): Part {
  const all = sent + bounced;
  if (lost > 0) return { name: 'Mail', tone: 'bad', state: 'Failing', words: `${count(lost, 'mail')} lost this hour` };
  const isHigh = all >= FEW_MAILS && bounced / all > MANY_BOUNCES;
  const words =
    all === 0 ? 'none in 24 hours' : `${((100 * bounced) / all).toFixed(1)}% of ${all.toLocaleString('en')} bounced`;
  return { name: 'Mail', ...(isHigh ? { tone: 'warn' as const, state: 'Bouncing' } : FINE), words };
}

function paymentsOf({ paidAt }: SiteHealth, now: number): Part {
  return { name: 'Payments', ...FINE, words: paidAt ? `last ${agoWords(paidAt, now)}` : 'none yet' };
}

function diskOf({ disk: { used, total, isFull } }: SiteHealth): Part {
  const words = `${Math.round((100 * used) / total)}% of ${bytes(total)}`;
  if (isFull) return { name: 'Disk', tone: 'bad', state: 'Full', words };
  return {
    name: 'Disk',
    ...(used / total > NEARLY_FULL ? { tone: 'warn' as const, state: 'Filling up' } : FINE),
    words,
  };
}
