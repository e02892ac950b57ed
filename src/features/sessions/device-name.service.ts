import Bowser from 'bowser';

/** Such as "Firefox on Windows"; "an unknown device" without a user agent. */
export function deviceName(userAgent: string | undefined): string {
  if (!userAgent) return 'an unknown device';
  const { browser, os } = Bowser.parse(userAgent.slice(0, 500));
  const name = clean(browser.name);
  const system = clean(os.name);
  if (name && system) return `${name} on ${system}`;
  return name || system || 'an unknown device';
}

function clean(name: string | undefined): string {
  return (name ?? '').replace(/[^\p{L}\p{N} .+-]/gu, '').slice(0, 40);
}
