/**
 * @returns the URL of the preview link with this token. At this URL, people without an account can read the content.
 */
export const previewAddress = (token: string): string => `${window.location.origin}/admin/#preview=${token}`;
