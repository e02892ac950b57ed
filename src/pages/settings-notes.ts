import type { SettingsNote } from '../../views/settings/settings-props.ts';
import { PROVIDER_WORDS, wayInProblem } from '../shared/contracts/way-in-problems.ts';

type Section = SettingsNote['section'];

const SAVED: Record<string, [Section, string]> = {
  details: ['account', 'Saved.'],
  picture: ['account', 'Picture saved.'],
  'picture-removed': ['account', 'Picture removed.'],
  'email-asked': ['account', 'Check your inbox: we’ve emailed you a link. Nothing changes until you open it.'],
  password: ['account', 'Your new password is set. You’ve been logged out everywhere else.'],
  'passkey-added': ['security', 'Your passkey is ready. Use it next time you log in.'],
  'passkey-renamed': ['security', 'Saved.'],
  'passkey-removed': ['security', 'That passkey no longer works here.'],
  disconnected: ['security', 'That account is disconnected.'],
  'second-step-off': ['security', 'The second step is off. You log in with just your password.'],
  'logged-out': ['security', 'Logged out there.'],
  'logged-out-elsewhere': ['security', 'You’re now only logged in here.'],
  mails: ['mails', 'Saved.'],
};

/** Note for the result in the URL: `saved`, `linked` or `problem`, which `/auth/google` also sets. */
export function noteOf(query: Record<string, string>): SettingsNote | null {
  const saved = Object.hasOwn(SAVED, query.saved ?? '') ? SAVED[query.saved ?? ''] : undefined;
  if (saved) return { section: saved[0], tone: 'good', text: saved[1] };
  if (query.linked === 'google' || query.linked === 'apple') {
    const text = `Connected. From now on you can log in with ${PROVIDER_WORDS[query.linked]}.`;
    return { section: 'security', tone: 'good', text };
  }
  const picture = Object.hasOwn(PICTURE_PROBLEMS, query.problem ?? '') && PICTURE_PROBLEMS[query.problem ?? ''];
  if (picture) return { section: 'account', tone: 'bad', text: picture };
  if (query.problem === 'confirm-first') return { section: 'security', tone: 'bad', text: CONFIRM_FIRST };
  const problem = wayInProblem(query.problem, query.provider);
  return problem ? { section: 'security', tone: 'bad', text: problem } : null;
}

const PICTURE_PROBLEMS: Record<string, string> = {
  'picture-none': 'Please choose a photo first.',
  'picture-too-large': 'This picture is larger than 10 MB. Please choose a smaller one.',
  'picture-wrong-type': 'Please choose a photo: JPEG, PNG, WebP, AVIF or GIF.',
  'picture-unreadable': 'We couldn’t open this picture. Save it again on your device, or choose another.',
  'picture-too-many': 'That was a lot at once. Please wait a few minutes before the next picture.',
};

const CONFIRM_FIRST = 'Please confirm your address first: open the link we emailed you when you signed up.';

const SECTIONS = {
  details: 'account',
  email: 'account',
  password: 'account',
  notifications: 'mails',
  sessions: 'security',
  providers: 'security',
  passkey: 'security',
  'second-step-off': 'security',
  'recovery-codes': 'security',
  export: 'data',
  delete: 'data',
} as const satisfies Record<string, Section>;

/** Forms of the page. */
export type SettingsForm = keyof typeof SECTIONS;

/** Section of the page that contains a form. */
export function sectionOf(form: SettingsForm): Section {
  return SECTIONS[form];
}

/** Note for a refusal without a field. */
export function refusalNote(form: SettingsForm, text: string): SettingsNote {
  return { section: SECTIONS[form], tone: 'bad', text };
}

/** Note above the form that the user left to sign in again. */
export function welcomeBack(form: SettingsForm): SettingsNote {
  return {
    section: SECTIONS[form],
    tone: 'info',
    text: 'Thanks, we know it’s you now. You can carry on where you left off.',
  };
}

/** Forms that show refusals at their fields. */
export const WITH_FIELDS = new Set<SettingsForm>([
  'details',
  'email',
  'password',
  'second-step-off',
  'recovery-codes',
  'delete',
]);
