/** A page of this site as it is now; null when it can't be had, such as after a redirect to the login. */
export async function freshPage(address: string | URL = location.pathname): Promise<Document | null> {
  const answer = await fetch(address, { headers: { accept: 'text/html' }, cache: 'no-store' });
  if (!answer.ok || answer.redirected) return null;
  return new DOMParser().parseFromString(await answer.text(), 'text/html');
}
