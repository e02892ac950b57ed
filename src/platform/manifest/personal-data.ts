/**
 * What one feature keeps of a person, as plain data: all at once, or piece by piece where it can be much. Neither keys nor
 * hashes belong there, nor what others told of themselves.
 */
export type ExportSection = (userId: string) => Promise<unknown> | AsyncIterable<unknown>;

/** Whose account goes for good. */
export interface PurgedPerson {
  userId: string;
  /** Null where nobody confirmed the account's address. */
  confirmedEmail: string | null;
}

/** What was given with an email address and no account. Only who confirmed the address may export or delete it. */
export interface AddressHolder {
  export(email: string): Promise<object[]> | AsyncIterable<object>;
  /** May be repeated after a crash. */
  forget(email: string): Promise<void>;
}

/** How a stored field that names or reaches a person is found again when they ask for it or delete their account. */
export type Keeping =
  /** By their account's id: it is in this section of their copy and goes with the account. */
  | { by: 'account'; section: string }
  /** By their confirmed address. */
  | { by: 'address'; holder: string }
  /** It is not theirs to take or delete. */
  | { by: 'nobody'; why: string };

export const byAccount = (section: string): Keeping => ({ by: 'account', section });
export const byAddress = (holder: string): Keeping => ({ by: 'address', holder });
export const exempt = (why: string): Keeping => ({ by: 'nobody', why });

/** A feature's part in the copy and the deletion of a person's data. */
export interface AccountDataPart {
  /** Where addresses, telephone numbers and names of people are stored, by `collection.path`. A test compares it with all schemas. */
  fields?: Readonly<Record<string, Keeping>>;
  /** Sections of everybody's copy of their data, by name. */
  export?: Readonly<Record<string, ExportSection>>;
  /** Each adds a section `NAMEWithYourAddress`, and forgets the address with the account. */
  addresses?: Readonly<Record<string, AddressHolder>>;
  /** Forgets a person. Features are asked from right to left. May be repeated after a crash. */
  purge?(person: PurgedPerson): Promise<void>;
}
