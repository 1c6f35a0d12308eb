/** @returns the address at which people without an account can read a content. */
export const previewAddress = (token: string): string => `${window.location.origin}/admin/#preview=${token}`;
