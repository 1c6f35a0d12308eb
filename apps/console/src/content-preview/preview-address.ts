/** @returns the address under which people without an account see a content. */
export const previewAddress = (token: string): string => `${window.location.origin}/admin/#preview=${token}`;
