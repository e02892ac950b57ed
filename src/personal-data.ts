import { exportClipsOfAddress, forgetClipsOfAddress } from './features/media/media.service.ts';
import { exportChatsOfAddress, forgetChatsOfAddress } from './features/support/forget-person.service.ts';

/** What was given with an email address and no account. Only who confirmed the address may export or delete it. */
export interface AddressHolder {
  export(email: string): Promise<object[]> | AsyncIterable<object>;
  /** May be repeated after a crash. */
  forget(email: string): Promise<void>;
}

export const ADDRESS_HOLDERS = {
  clips: { export: exportClipsOfAddress, forget: forgetClipsOfAddress },
  chats: { export: exportChatsOfAddress, forget: forgetChatsOfAddress },
} as const satisfies Record<string, AddressHolder>;

/** How a stored field that names or reaches a person is found again when they ask for it or go. */
type Keeping =
  /** By their account's id: it is in this section of their copy and goes with the account. */
  | { by: 'account'; section: string }
  /** By their confirmed address. */
  | { by: 'address'; holder: keyof typeof ADDRESS_HOLDERS }
  /** It is not theirs to take or delete. */
  | { by: 'nobody'; why: string };

const account = (section: string): Keeping => ({ by: 'account', section });
const address = (holder: keyof typeof ADDRESS_HOLDERS): Keeping => ({ by: 'address', holder });
const exempt = (why: string): Keeping => ({ by: 'nobody', why });

/**
 * The one list of where addresses, telephone numbers and names of people are stored, by `collection.path`. A test walks all
 * schemas and fails for a field that looks like one and is not here.
 */
export const PERSONAL_FIELDS: Readonly<Record<string, Keeping>> = {
  'users.email': account('account'),
  'users.firstName': account('account'),
  'users.lastName': account('account'),
  'users.pendingEmail.email': account('account'),
  'user_profiles.phone': account('profile'),
  'identities.email': account('waysIn'),
  'passkeys.name': account('waysIn'),
  'one_time_tokens.email': exempt('Short-lived; goes with the account or when the link expires.'),
  'events.creatorName': account('events'),
  'events.recipients.firstName': account('events'),
  'events.recipients.lastName': account('events'),
  'events.recipients.email': account('events'),
  'events.recipients.phone': account('events'),
  'media.contributor.name': address('clips'),
  'media.contributor.with': address('clips'),
  'media.contributor.email': address('clips'),
  'media.contributor.key': address('clips'),
  'media.originalName': address('clips'),
  'contributors.name': address('clips'),
  'contributors.key': address('clips'),
  'taken_places.contributors': address('clips'),
  'chat_conversations.email': address('chats'),
  'chat_conversations.name': address('chats'),
  'chat_messages.name': address('chats'),
  'chat_conversations.assignedName': exempt('Staff; blanked when their account goes.'),
  'uploads.filename': exempt('The name of a file; goes with the upload.'),
  'uploads.address': exempt('A keyed hash for limits, kept for a day.'),
  'gift_mails.address': exempt('A hash, by which nobody is written too often.'),
  'analytics_events.name': exempt('The name of what happened, not of a person.'),
};
