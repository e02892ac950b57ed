import type { FormEvent } from 'react';
import type { DeskThread } from '../../src/shared/contracts/chat-desk.ts';
import { Button } from '../../views/ui/button.tsx';
import { Field } from '../../views/ui/field.tsx';
import { Select } from '../../views/ui/select.tsx';
import type { DeskProps } from './desk-props.ts';
import type { Desk } from './desk-store.ts';

/** Takes, closes or hands over a conversation. Works without script. */
export function DeskActs({ props, thread, desk }: { props: DeskProps; thread: DeskThread; desk: Desk }) {
  const { id, state, assignedTo } = thread.conversation;
  const isClosed = state === 'closed';
  const isMine = assignedTo?.id === props.me.id;
  const act = (event: FormEvent<HTMLFormElement>, change: { isClosed?: boolean; isMine?: boolean }) => {
    event.preventDefault();
    void desk.change(change);
  };
  const action = `/staff/chat/${id}/change`;
  return (
    <div className="staff-chat__acts">
      <form method="post" action={action} onSubmit={(event) => act(event, { isMine: !isMine })}>
        <input type="hidden" name="act" value={isMine ? 'give' : 'take'} />
        <Button type="submit" kind="second" size="small">
          {isMine ? 'Give back' : assignedTo ? `Take from ${assignedTo.name}` : 'Take it'}
        </Button>
      </form>
      <form method="post" action={action} onSubmit={(event) => act(event, { isClosed: !isClosed })}>
        <input type="hidden" name="act" value={isClosed ? 'open' : 'close'} />
        <input type="hidden" name="upTo" value={thread.messages.at(-1)?.seq} />
        <Button type="submit" kind="second" size="small" icon={isClosed ? 'redo' : 'check'}>
          {isClosed ? 'Open again' : 'Close'}
        </Button>
      </form>
      {props.colleagues.length > 0 && <HandOver props={props} id={id} desk={desk} />}
    </div>
  );
}

function HandOver({ props, id, desk }: { props: DeskProps; id: string; desk: Desk }) {
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const values = new FormData(form);
    void desk.handOver(String(values.get('to')), String(values.get('note')));
    form.reset();
    form.closest('details')?.removeAttribute('open');
  };
  return (
    <details className="staff-chat__hand-over">
      <summary className="button button--second button--small">Hand over</summary>
      <form method="post" action={`/staff/chat/${id}/hand-over`} onSubmit={send}>
        <Select
          label="To"
          name="to"
          options={props.colleagues.map(({ id: value, name }) => ({ value, label: name }))}
        />
        <Field label="Note for them" name="note" maxLength={500} autoComplete="off" />
        <Button type="submit" size="small">
          Hand it over
        </Button>
      </form>
    </details>
  );
}
