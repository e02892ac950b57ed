/** An expected failure of a command, with a message for the user. */
export class CommandFailed extends Error {}
