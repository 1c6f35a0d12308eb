import { withoutDisallowed } from './raw-html.ts';
import { sanitise } from './sanitise.ts';

/**
 * HTML from elsewhere as it would be inside of Markdown: GFM's disallowed tags as text, and with `sanitize` only what the
 * allow list keeps.
 */
export function cleanHtml(html: string, sanitize: boolean): string {
  const shown = withoutDisallowed(html);
  return sanitize ? sanitise(shown, []).html : shown;
}
