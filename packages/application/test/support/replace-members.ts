/**
 * Returns an object with other values for some members. The others are inherited and not copied, because a transaction
 * creates each of its repositories only when it is used.
 */
export const replaceMembers = <T extends object>(original: T, members: Partial<T>): T =>
  Object.create(original, Object.getOwnPropertyDescriptors(members));
