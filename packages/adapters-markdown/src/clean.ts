import { escapeDisallowedTags } from './raw-html.ts';
import { sanitise } from './sanitise.ts';

/**
 * Applies the rules for raw HTML in Markdown to an HTML document. Tags that GFM disallows become text. If `sanitize` is
 * true, elements and attributes that are not on the allow list in `sanitise.ts` are removed.
 */
export function cleanHtml(html: string, sanitize: boolean): string {
  const shown = escapeDisallowedTags(html);
  return sanitize ? sanitise(shown, []).html : shown;
}
