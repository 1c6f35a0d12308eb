import { withoutDisallowed } from './raw-html.ts';
import { sanitise } from './sanitise.ts';

/**
 * Sanitises HTML by the same rules as raw HTML inside Markdown: tags that GFM disallows become text, and with
 * `sanitize` the allow list is applied.
 */
export function cleanHtml(html: string, sanitize: boolean): string {
  const shown = withoutDisallowed(html);
  return sanitize ? sanitise(shown, []).html : shown;
}
