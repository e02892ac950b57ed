import type { PromoCode } from '../src/shared/contracts/promo.ts';
import type { PromoValues } from '../src/shared/contracts/promo-editor.ts';
import { date } from '../src/shared/format.ts';
import { OCCASIONS } from '../src/shared/occasions.ts';
import { PROMO } from '../src/shared/promo.ts';
import type { PageHead } from './layout/document.tsx';
import { type DeskFrame, DeskLayout, deskHead } from './staff/desk-layout.tsx';
import { PromoFields } from './staff/promo-fields.tsx';
import { Badge } from './ui/badge.tsx';
import { Button } from './ui/button.tsx';
import { List } from './ui/list.tsx';
import { Banner } from './ui/notice.tsx';

export function promoHead(): PageHead {
  return { ...deskHead('Promo codes'), sheet: 'staff-themes' };
}

export interface PromoPageProps {
  frame: DeskFrame;
  /** By staff, newest first. */
  codes: readonly PromoCode[];
  /** Made or stopped just now. */
  savedCode: string | null;
  typed: PromoValues;
  /** Messages by field. */
  problems: Readonly<Record<string, string>>;
}

/** `/staff/promo`: promo codes by staff. Works without script. */
export function PromoPage({ frame, codes, savedCode, typed, problems }: PromoPageProps) {
  const { now } = frame;
  const saved = codes.find(({ code }) => code === savedCode);
  const isRefused = Object.keys(problems).length > 0;
  return (
    <DeskLayout
      frame={frame}
      here="/staff/promo"
      title="Promo codes"
      about="Codes that people earn with a clip aren’t here. A use counts when it’s paid; while a payment page is open, it’s reserved."
    >
      {saved && (
        <Banner tone="good" icon="check" role="status">
          {stateOf(saved, now).isOver
            ? `${saved.code} can’t be used any more.`
            : `${saved.code} is ready: ${saved.label}.`}
        </Banner>
      )}
      <details className="form-set__fold" open={isRefused || codes.length === 0 || undefined}>
        <summary>New code</summary>
        <form method="post" action="/staff/promo" className="form-set">
          <PromoFields typed={typed} problems={problems} />
          <div className="l-row">
            <Button type="submit">Make this code</Button>
          </div>
        </form>
      </details>
      {codes.length === 0 ? (
        <p>No codes yet. The first one that you make shows up here.</p>
      ) : (
        <List>
          {codes.map((code) => (
            <li key={code.code} id={code.code} className="staff-promo__code">
              <Code code={code} now={now} />
            </li>
          ))}
        </List>
      )}
    </DeskLayout>
  );
}

function Code({ code, now }: { code: PromoCode; now: number }) {
  const { words, tone, isOver } = stateOf(code, now);
  const { held } = code;
  return (
    <>
      <p className="staff-promo__head">
        <strong>{code.code}</strong> <Badge {...(tone && { tone })}>{words}</Badge>
        <span>{code.label}</span>
      </p>
      <p className="l-small">
        {usesOf(code)}
        {held > 0 && `, ${held} being paid right now`}. {limitsOf(code)}
      </p>
      {!isOver && (
        <details className="staff-promo__stop">
          <summary>Stop it</summary>
          <form method="post" action={`/staff/promo/${code.code}/stop`} className="l-row">
            <p className="l-small">Nobody can use it from then on. What was paid with it stays.</p>
            <Button type="submit" kind="second" size="small">
              Yes, stop {code.code}
            </Button>
          </form>
        </details>
      )}
    </>
  );
}

function usesOf({ maxUses, used }: PromoCode): string {
  if (maxUses !== PROMO.usesMax) return `${used} of ${maxUses} used`;
  if (used === 0) return 'Not used yet';
  return used === 1 ? 'Used once' : `Used ${used} times`;
}

function stateOf({ startsAt, endsAt, used, maxUses }: PromoCode, now: number) {
  if (endsAt && Date.parse(endsAt) <= now) return { words: 'Over', tone: undefined, isOver: true } as const;
  if (used >= maxUses) return { words: 'Used up', tone: 'warn', isOver: false } as const;
  if (startsAt && Date.parse(startsAt) > now) return { words: 'Not yet', tone: 'info', isOver: false } as const;
  return { words: 'Active', tone: 'good', isOver: false } as const;
}

const PACKAGES = { essential: 'Essential', plus: 'Plus', premium: 'Premium' } as const;

function limitsOf({ kind, perUser, startsAt, endsAt, occasions, packages }: PromoCode): string {
  const each = perUser === 1 ? 'Once for each person.' : `Up to ${perUser} times for each person.`;
  const [from, until] = [startsAt && `From ${dayOf(startsAt)}.`, endsAt && `Until ${dayOf(endsAt)}.`];
  return [
    perUser === PROMO.usesMax ? '' : each,
    from ?? '',
    until ?? '',
    occasions.length > 0 ? `For ${occasions.map((type) => OCCASIONS[type].label).join(', ')}.` : '',
    kind !== 'package' && packages.length > 0 ? `With ${packages.map((id) => PACKAGES[id]).join(' or ')}.` : '',
  ]
    .filter(Boolean)
    .join(' ');
}

function dayOf(when: string): string {
  return date(when, { style: 'full' });
}
