/** @returns the URL at which people without an account can read the content. */
export const previewAddress = (token: string): string => `${window.location.origin}/admin/#preview=${token}`;
