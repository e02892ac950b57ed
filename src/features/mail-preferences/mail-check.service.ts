import type { Config } from '../../platform/config.ts';
import { AppError } from '../../platform/errors.ts';
import { addressKey, createLimiter, tooMany } from '../../platform/http/rate-limits.ts';
import { createMailServers, type MailServers } from '../../platform/mail/mail-servers.ts';
import { isMailAddress } from '../../platform/mail-address.ts';
import { platform } from '../../platform/platform.ts';
import type { MailCheck } from '../../shared/contracts/mail.ts';
import { likelyMeant } from './mail-typos.ts';

/** Each queries name servers; a form asks several times while an address is typed. */
const checks = createLimiter('mail-checks', { points: 60, seconds: 15 * 60 });

/** Example domains (RFC 2606), allowed outside production. */
const EXAMPLES = /(?:^|\.)(?:example|test|invalid|localhost|example\.(?:com|net|org))$/;

const asked = new WeakMap<Config, MailServers>();

/**
 * Checks an address: syntax, throw-away domains, mail servers, likely typos. Does not look at accounts. Takes up to
 * four seconds with slow name servers.
 */
async function checkAddress(given: string): Promise<MailCheck> {
  const email = given.trim().toLowerCase();
  if (!isMailAddress(email)) {
    return { email, isValid: false, reason: 'syntax', isDisposable: false, hasMailServer: null };
  }
  const domain = email.slice(email.lastIndexOf('@') + 1);
  const [isDisposable, hasMailServer] = await Promise.all([handsOutMailboxes(domain), takesMail(domain)]);
  const suggestion = likelyMeant(email);
  const reason = isDisposable ? 'disposable' : hasMailServer === false ? 'no-mail-server' : undefined;
  return {
    email,
    isValid: !reason,
    ...(reason && { reason }),
    ...(suggestion && { suggestion }),
    isDisposable,
    hasMailServer,
  };
}

/** As `checkAddress`, for strangers: TOO_MANY_REQUESTS past 60 in 15 minutes. */
export async function checkAddressFor(ip: string, email: string): Promise<MailCheck> {
  const { isOver, secondsLeft } = await checks.count(addressKey(ip));
  if (isOver) throw tooMany(secondsLeft);
  return checkAddress(email);
}

/**
 * FIELDS_REFUSED at `field` for an address that mail won't reach for long. If that can't be checked, the address is
 * good.
 */
export async function refuseUselessAddress(email: string, field = 'email'): Promise<void> {
  const found = await checkAddress(email);
  if (found.isValid) return;
  throw new AppError('FIELDS_REFUSED', { message: 'Please check the address.', fields: { [field]: wordsFor(found) } });
}

function wordsFor({ email, reason, suggestion }: MailCheck): string {
  if (suggestion) return `Email wouldn’t reach you there. Did you mean ${suggestion}?`;
  if (reason === 'disposable') {
    return 'Addresses like this don’t last. Please use one you’ll keep: your film comes by email.';
  }
  if (reason === 'no-mail-server')
    return `We can’t send email to ${email.slice(email.lastIndexOf('@'))}. Please check it.`;
  return 'Check the address: it should look like name@example.com.';
}

async function takesMail(domain: string): Promise<boolean | null> {
  const { config } = platform();
  if (config.env !== 'production' && EXAMPLES.test(domain)) return null;
  const servers = asked.get(config) ?? createMailServers(config.mailDnsServers);
  asked.set(config, servers);
  return servers.has(domain);
}

/** By its domain or a parent domain. The long list is loaded on first use. */
async function handsOutMailboxes(domain: string): Promise<boolean> {
  const { default: mailchecker } = await import('mailchecker');
  const listed = mailchecker.blacklist();
  const labels = domain.split('.');
  return labels.some((_label, at) => listed.has(labels.slice(at).join('.')));
}
