import type { Media } from '../../resources/uploads.ts';

/** The fields of a file that its text in an article contains. */
type Shown = Pick<Media, 'type' | 'url' | 'alt' | 'title' | 'name'>;

/** Returns the path of a file. Articles do not contain the origin that serves files, because it can change. */
const pathOf = (url: string): string => url.replace(/^https?:\/\/[^/]+/u, '');

/** Escapes a text for the brackets of a link in Markdown. */
const bracketed = (text: string): string =>
  text
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(/[\\`*_[\]<>&~]/gu, String.raw`\$&`);

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/gu, (found) => escapes[found] ?? found);

/** Returns what shows a picture in the text of an article, or links to another file. */
export function textOfFile({ type, url, alt, title, name }: Shown, isMarkdown: boolean): string {
  const path = pathOf(url);
  if (type === 'image')
    return isMarkdown ? `![${bracketed(alt ?? '')}](${path})` : `<img src="${path}" alt="${escaped(alt ?? '')}">`;
  const label = title ?? name;
  return isMarkdown ? `[${bracketed(label)}](${path})` : `<a href="${path}">${escaped(label)}</a>`;
}

/** Adds the alternative text of a picture wherever a text shows the picture without one. */
export const describedIn = (text: string, media: Shown, isMarkdown: boolean): string =>
  text.replaceAll(textOfFile({ ...media, alt: null }, isMarkdown), () => textOfFile(media, isMarkdown));
