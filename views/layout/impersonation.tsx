/** Bar on every page during impersonation, with a button that ends it. */
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
