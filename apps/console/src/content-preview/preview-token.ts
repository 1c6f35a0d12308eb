/** The fragment of a preview link. Browsers send it to no server, neither in the address nor as a referrer. */
const form = /^#preview=([\w-]+)$/u;

/** @returns the token of a preview link, if the address is one; it stays in the address, so that a reload works. */
export const readPreviewToken = (): string | undefined => form.exec(window.location.hash)?.[1];

/** @returns the address under which people without an account see a content. */
export const previewAddress = (token: string): string => `${window.location.origin}/admin/#preview=${token}`;
