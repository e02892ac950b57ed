/**
 * Why a recipient got no gift by mail or text: they stopped our messages, a limit was reached, the sender's address is
 * unconfirmed, their mail server refused it, it was unreachable for long, or there was no film or address in time.
 */
export const UNDELIVERED = ['stopped', 'limit', 'unconfirmed', 'refused', 'failed', 'film', 'address'] as const;
