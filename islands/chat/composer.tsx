import { type FormEvent, type KeyboardEvent, useId, useRef } from 'react';
import { CHAT } from '../../src/shared/chat.ts';
import { IconButton } from '../../views/ui/button.tsx';

/** Target and message id for posting without script. */
export interface PlainForm {
  action: string;
  clientId: string;
  /** At the desk: the last message that was seen. */
  upTo?: number | undefined;
}

export interface ComposerProps {
  label: string;
  plainForm?: PlainForm;
  /** Draft text. */
  text: string;
  onText: (text: string) => void;
  onSend: (text: string) => void;
  onTyping: () => void;
}

/** Message field. Enter sends with a hardware keyboard; on phones it starts a new line. */
export function Composer({ label, plainForm, text, onText, onSend, onTyping }: ComposerProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const left = CHAT.textMax - text.length;

  function send(event?: FormEvent): void {
    event?.preventDefault();
    field.current?.focus();
    if (!text.trim()) return;
    onSend(text);
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    if (!window.matchMedia('(pointer: fine)').matches) return;
    send(event);
  }
  return (
    <form className="chat__write" method="post" action={plainForm?.action} onSubmit={send}>
      {plainForm && <input type="hidden" name="clientId" value={plainForm.clientId} />}
      {plainForm?.upTo !== undefined && <input type="hidden" name="upTo" value={plainForm.upTo} />}
      <label htmlFor={id} className="l-unseen">
        {label}
      </label>
      <textarea
        ref={field}
        id={id}
        name="text"
        className="field__input"
        rows={1}
        placeholder={label}
        required
        maxLength={CHAT.textMax}
        value={text}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          onText(event.target.value);
          if (event.target.value.trim()) onTyping();
        }}
      />
      <IconButton type="submit" icon="send" label="Send" className="chat__send" />
      {left < 200 && <p className="l-fine chat__left">{left} characters left</p>}
    </form>
  );
}
