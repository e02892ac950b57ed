import type { SiteSwitch } from '../src/shared/contracts/switches.ts';
import { AUDIENCES, type Audience, SWITCHES } from '../src/shared/switches.ts';
import type { PageHead } from './layout/document.tsx';
import { DangerNotes } from './staff/danger-notes.tsx';
import { agoWords, type DeskFrame, DeskLayout, DeskPanel, deskHead } from './staff/desk-layout.tsx';
import { Badge } from './ui/badge.tsx';
import { Button } from './ui/button.tsx';
import { Field, FieldError, TextArea } from './ui/field.tsx';
import { Banner } from './ui/notice.tsx';
import { Select } from './ui/select.tsx';

/** What was typed into a refused form, with its problems. */
export interface RefusedSwitch {
  name: string;
  message: string;
  code: string | null;
  typed: { audience: string; share: string; accounts: string; why: string };
}

export interface StaffSwitchesPageProps {
  frame: DeskFrame;
  switches: readonly SiteSwitch[];
  /** Changed just now. */
  savedName: string | null;
  proof: 'recent' | 'code' | 'log-in';
  refused: RefusedSwitch | null;
}

const WORDS: Record<Audience, string> = {
  everybody: 'Everybody',
  nobody: 'Nobody',
  staff: 'Staff only',
  share: 'A share of accounts',
  accounts: 'These accounts only',
};

export function staffSwitchesHead(): PageHead {
  return { ...deskHead('Switches'), sheet: 'desk' };
}

/** `/staff/switches`: what admins can turn off, or give to some first. Works without script. */
export function StaffSwitchesPage(props: StaffSwitchesPageProps) {
  const { frame, switches, savedName } = props;
  return (
    <DeskLayout
      frame={frame}
      here="/staff/switches"
      title="Switches"
      about="A change takes effect within 10 seconds, everywhere."
      live="switches"
    >
      {switches.map((each) => (
        <DeskPanel key={each.name} id={each.name} title={SWITCHES[each.name].label}>
          {savedName === each.name && (
            <Banner tone="good" icon="check" role="status">
              Changed. {stateWords(each)}.
            </Banner>
          )}
          <OneSwitch {...props} shown={each} />
        </DeskPanel>
      ))}
    </DeskLayout>
  );
}

function OneSwitch({ frame, shown, proof, refused }: StaffSwitchesPageProps & { shown: SiteSwitch }) {
  const { name, audience, changedBy, changedAt, why } = shown;
  const { about, off } = SWITCHES[name];
  const isRefused = refused?.name === name;
  const typed = isRefused
    ? refused.typed
    : { audience, share: String(shown.share), accounts: shown.accounts.join('\n'), why: '' };
  const tone = audience === 'everybody' ? 'good' : audience === 'nobody' ? 'bad' : 'warn';
  return (
    <>
      <p className="l-row">
        <Badge tone={tone}>{stateWords(shown)}</Badge>
        {changedAt && (
          <span className="l-small">
            <bdi>{changedBy}</bdi>, {agoWords(changedAt, frame.now)}: <bdi>“{why}”</bdi>
          </span>
        )}
      </p>
      <p className="l-small">
        {about} While it’s off: {off}
      </p>
      <details className="desk-panel__fold" open={isRefused || undefined}>
        <summary>Change it</summary>
        <form method="post" action={`/staff/switches/${name}`} className="desk-panel__form">
          {isRefused && (
            <div role="alert">
              <FieldError>{refused.message}</FieldError>
            </div>
          )}
          <Select
            id={`${name}-audience`}
            label="On for"
            name="audience"
            defaultValue={typed.audience}
            options={AUDIENCES.map((value) => ({ value, label: WORDS[value] }))}
          />
          <Field
            id={`${name}-share`}
            label="Share in percent"
            hint="Only for a share of accounts. Accounts that are in at 10 % stay in at 20 %."
            name="share"
            type="number"
            min={0}
            max={100}
            inputMode="numeric"
            defaultValue={typed.share}
          />
          <TextArea
            id={`${name}-accounts`}
            label="Addresses, one a line"
            hint="Only for these accounts."
            name="accounts"
            rows={2}
            defaultValue={typed.accounts}
          />
          <Field id={`${name}-why`} label="Why, for the log" name="why" maxLength={500} defaultValue={typed.why} />
          <DangerNotes
            codeId={`${name}-code`}
            title="If you change it"
            proof={proof}
            next={`/staff/switches#${name}`}
            codeError={isRefused ? refused.code : null}
            effects={[
              'It counts for VidDays by the account that made them.',
              'Off means that new requests are refused with a friendly note. Nothing is deleted.',
            ]}
          />
          <div className="l-row">
            <Button type="submit" kind="danger" disabled={proof === 'log-in'}>
              Change it
            </Button>
          </div>
        </form>
      </details>
    </>
  );
}

function stateWords({ audience, share, accounts }: SiteSwitch): string {
  if (audience === 'share') return `On for ${share} % of accounts`;
  if (audience === 'accounts') return accounts.length === 1 ? 'On for 1 account' : `On for ${accounts.length} accounts`;
  return { everybody: 'On', nobody: 'Off', staff: 'On for staff' }[audience];
}
