import type { ReactNode } from 'react';
import { Names } from '../../../views/ui/names.tsx';
import type { UploadItem } from '../core/upload-item.ts';

/** Facts that the texts depend on. */
export interface HandinAbout {
  /** First names. */
  recipients: readonly string[];
  /** First name of the organiser; null if unknown. */
  host: string | null;
  /** A memorial, a farewell or get-well wishes. */
  isQuiet: boolean;
  /** Whether links can be sent by mail. */
  canMail: boolean;
  /** Whether money or trees can be given beside a clip. */
  takesExtras: boolean;
  /** An organiser adds clips, perhaps for others. */
  isMaker: boolean;
  /** Clips are no longer accepted; uploads in progress have completed. */
  isClosed: boolean;
}

const KINDS: Record<UploadItem['kind'], string> = {
  video: 'clip',
  photo: 'photo',
  audio: 'voice message',
  text: 'words',
};

/** "Your clip for Ruth", "Your 3 clips for Ruth". */
export function sheetTitle({ recipients, isMaker }: HandinAbout, drafts: readonly UploadItem[]): ReactNode {
  if (isMaker) return drafts.length > 1 ? `Add ${drafts.length} clips` : 'Add this to the film';
  const [first] = drafts;
  const what = drafts.length > 1 ? `${drafts.length} clips` : KINDS[first?.kind ?? 'video'];
  return (
    <>
      Your {what} for <Names of={recipients} most={3} />
    </>
  );
}

/** "Send to Lena". */
export function sendLabel({ host, isMaker }: HandinAbout): ReactNode {
  if (isMaker) return 'Add to the film';
  if (!host) return 'Send';
  return (
    <span>
      Send to <bdi>{host}</bdi>
    </span>
  );
}

/** Who will see it, and when. */
export function whoSees({ recipients, host, isQuiet }: HandinAbout): ReactNode {
  const first = host ? <bdi>{host}</bdi> : 'The organiser';
  if (isQuiet) return <>{first} sees it first. Then it becomes part of the film.</>;
  return (
    <>
      {first} sees it first. <Names of={recipients} most={3} /> {recipients.length > 1 ? 'see' : 'sees'} it in the film.
    </>
  );
}

/** Why a name is required. */
export function nameHint({ recipients, isQuiet }: HandinAbout): ReactNode {
  if (isQuiet) return 'The way it should appear in the film.';
  return (
    <>
      Your name, the way <Names of={recipients} most={3} /> {recipients.length > 1 ? 'know' : 'knows'} you.
    </>
  );
}

/** Purpose of the address. Recipients of quiet films may be unable to thank. */
export function emailHint({ recipients, host, canMail, isQuiet }: HandinAbout): ReactNode {
  if (canMail) {
    return (
      <>
        For your private link to this clip and, if there is one, a thank-you
        {!isQuiet && (
          <>
            {' '}
            from <Names of={recipients} most={2} />
          </>
        )}
        . Nothing else.
      </>
    );
  }
  return (
    <>So {host ? <bdi>{host}</bdi> : 'the organiser'} can reach you. Your own link to change your clip comes up next.</>
  );
}

export function nameMissing({ recipients, isQuiet }: HandinAbout): string {
  if (isQuiet || recipients.length === 0) return 'Add your name so people know who it’s from.';
  const readers = recipients.length > 2 ? 'everyone' : recipients.join(' and ');
  return `Add your name so ${readers} ${recipients.length === 2 ? 'know' : 'knows'} who it’s from.`;
}

export function sendingTitle({ host }: HandinAbout, count: number): ReactNode {
  const what = count > 1 ? `${count} clips` : 'your clip';
  if (!host) return `Sending ${what}`;
  return (
    <>
      Sending {what} to <bdi>{host}</bdi>
    </>
  );
}

/** "Sent. Ruth will love it." */
export function thanksTitle({ recipients, isQuiet, isClosed }: HandinAbout, count: number): ReactNode {
  if (isQuiet || isClosed || recipients.length === 0) return 'Sent. Thank you.';
  return (
    <>
      Sent. <Names of={recipients} most={2} /> will love {count > 1 ? 'them' : 'it'}.
    </>
  );
}

export function thanksText({ host, isClosed }: HandinAbout, count: number): ReactNode {
  const what = count > 1 ? 'clips' : 'clip';
  const them = count > 1 ? 'them' : 'it';
  if (isClosed) {
    const organiser = host ? <bdi>{host}</bdi> : 'the organiser';
    return (
      <>
        This VidDay has just closed. We’ve kept your {what} and asked {organiser} to put {them} in.
      </>
    );
  }
  if (!host) return `Your ${what} will be in the film.`;
  return (
    <>
      <bdi>{host}</bdi> has your {what} and will put {them} in the film.
    </>
  );
}
