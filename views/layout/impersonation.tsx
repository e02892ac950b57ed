/** Says on every page that staff acts for somebody else, and ends it. */
export function Impersonation({ email }: { email: string }) {
  return (
    <aside className="shell__state" aria-label="Acting for someone else">
      <span>You’re acting for {email}.</span>
      <form method="post" action="/auth/stop-impersonating">
        <button type="submit">Stop</button>
      </form>
    </aside>
  );
}
