import { existsSync } from 'node:fs';
import { posix } from 'node:path';
import type { MarkdownRenderer } from 'vitepress';
import { addressOf, root } from './sections.ts';

const isPage = (path: string): boolean =>
  /^(?:docs\/.+|(?:packages|apps)\/[\w-]+\/README|[A-Z]+)\.md$/.test(path) && existsSync(root + path);

/**
 * Returns the link of the site for a link of a Markdown file, or undefined if its target is not part of the site, such as
 * a source file.
 */
function siteLink(page: string, href: string): string | undefined {
  if (/^(?:[a-z]+:|#|\/)/.test(href)) return href;
  const [path = '', ...hash] = href.split(/(?=#)/);
  const target = [path, posix.join(path, 'README.md')].find((each) => isPage(posix.join(posix.dirname(page), each)));
  return target === undefined ? undefined : addressOf(target) + hash.join('');
}

/** Shows links to files that are not part of the site as plain text. */
export function siteLinks(md: MarkdownRenderer): void {
  md.core.ruler.after('inline', 'site-links', ({ tokens, env }) => {
    const { relativePath: page }: { readonly relativePath: string } = env;
    for (const { children } of tokens) {
      let isOutside = false;
      for (const token of children ?? []) {
        if (token.type === 'link_open') {
          const href = siteLink(page, token.attrGet('href') ?? '');
          isOutside = href === undefined;
          token.attrSet('href', href ?? '');
        }
        if (isOutside && token.type.startsWith('link_')) token.type = 'text'; // a text without content shows nothing
      }
    }
  });
}
