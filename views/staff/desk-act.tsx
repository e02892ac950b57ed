import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { Field, FieldError, TextArea } from '../ui/field.tsx';
import type { IconName } from '../ui/icon.tsx';
import { Icon } from '../ui/icon.tsx';
import { DangerNotes, type DangerNotesProps } from './danger-notes.tsx';

/** An act that was refused, with what was typed. */
export interface RefusedAct {
  /** Last part of the form’s path. */
  act: string;
  message: string;
  /** Of the field for the code. */
  code: string | null;
  values: Readonly<Record<string, string>>;
}

export interface DeskActProps {
  /** Path of the form; its last part names the act. */
  action: string;
  /** On the button that opens it. */
  label: string;
  icon?: IconName;
  /** On the button that does it. Default: the label. */
  verb?: string;
  title: string;
  /** What will happen, and who is concerned. */
  effects: readonly string[];
  /** Null for an act that asks for no second step. */
  proof: DangerNotesProps['proof'] | null;
  /** Page of the form. */
  here: string;
  refused: RefusedAct | null;
  isDangerous?: boolean;
  /** The act needs a reason. */
  needsReason?: boolean;
  /** Begins the ids of its fields. Default: the name of the act. */
  id?: string;
  children?: ReactNode;
}

/** An act of the desk: says what will happen, asks why, and for the second step where it is old. */
export function DeskAct(props: DeskActProps) {
  const { action, label, icon, verb = label, title, effects, proof, here, isDangerous, needsReason, children } = props;
  const act = action.split('/').at(-1) ?? '';
  const refused = props.refused?.act === act ? props.refused : null;
  const id = props.id ?? act;
  return (
    <details className="desk-act" open={refused !== null || undefined}>
      <summary className="button button--second button--small">
        {icon && <Icon name={icon} />}
        {label}
      </summary>
      <form method="post" action={action} className="desk-panel desk-panel__form">
        {refused && (
          <div role="alert">
            <FieldError>{refused.message}</FieldError>
          </div>
        )}
        <DangerNotes
          title={title}
          effects={effects}
          proof={proof ?? 'recent'}
          next={here}
          codeId={`${id}-code`}
          codeError={refused?.code ?? null}
        />
        {children}
        <Field
          label="Why, for the log"
          name="note"
          id={`${id}-note`}
          required={needsReason}
          maxLength={500}
          defaultValue={refused?.values.note ?? ''}
        />
        <div className="l-row">
          <Button type="submit" kind={isDangerous ? 'danger' : 'second'} disabled={proof === 'log-in'}>
            {verb}
          </Button>
        </div>
      </form>
    </details>
  );
}

interface SuspensionProps extends Pick<DeskActProps, 'here' | 'refused'> {
  proof: DangerNotesProps['proof'];
  isSuspended: boolean;
  /** Words of lifting it. */
  lift: Pick<DeskActProps, 'title' | 'effects'>;
  /** Words of suspending it, and a hint for the reason that those concerned will read; null: it can’t be. */
  suspend: (Pick<DeskActProps, 'verb' | 'title' | 'effects'> & { reason: string; hint: string }) | null;
}

/** Closes an account or a VidDay to everybody, or opens it again. */
export function SuspensionActs({ here, refused, proof, isSuspended, lift, suspend }: SuspensionProps) {
  const common = { here, refused };
  if (isSuspended) {
    return (
      <DeskAct {...common} {...lift} proof={null} action={`${here}/lift`} label="Lift the suspension" icon="undo" />
    );
  }
  if (!suspend) return null;
  const { reason, hint, ...words } = suspend;
  return (
    <DeskAct {...common} {...words} proof={proof} action={`${here}/suspend`} label="Suspend" icon="lock" isDangerous>
      <TextArea
        label={reason}
        name="why"
        rows={3}
        maxLength={1000}
        defaultValue={refused?.values.why ?? ''}
        hint={hint}
      />
    </DeskAct>
  );
}
