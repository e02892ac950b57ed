/**
 * What a page keeps at a change of user: `as-anybody` everything, `as-signed-in` only the work of the signed-in user.
 */
export type KeptAtUserChange = 'as-anybody' | 'as-signed-in';
