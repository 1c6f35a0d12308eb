import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect } from 'chai';
import { slug } from 'github-slugger';
import { root } from './architecture/files.ts';

const read = (path: string): string => readFileSync(join(root, path), 'utf8');

const markdownIn = (folder: string): readonly string[] =>
  readdirSync(join(root, folder)).flatMap((name) => (name.endsWith('.md') ? [posix.join(folder, name)] : []));

const readmesBelow = (folder: string): readonly string[] =>
  readdirSync(join(root, folder))
    .map((name) => `${folder}/${name}/README.md`)
    .filter((path) => existsSync(join(root, path)));

const folders = ['.', 'docs', 'docs/adr', 'docs/front-ends', 'docs/guides', 'docs/reference'];
const pages = [...folders.flatMap(markdownIn), ...readmesBelow('packages'), ...readmesBelow('apps')];

/** Returns a document without its code, in which brackets are no links. */
const withoutCode = (text: string): string => text.replaceAll(/^```[^]*?^```/gm, '').replaceAll(/`[^`\n]*`/g, 'code');

/** Returns the ids of the headings of a document. A repeated heading has a number in its id. */
function headingsOf(text: string): ReadonlySet<string> {
  const ids = new Set<string>();
  const prose = text.replaceAll(/^```[^]*?^```/gm, '');
  for (const [, heading = ''] of prose.matchAll(/^#{1,6} +(.+)$/gm)) {
    const id = slug(heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1'));
    const free = [id, ...Array.from({ length: 20 }, (_, index) => `${id}-${index + 1}`)].find((each) => !ids.has(each));
    ids.add(free ?? id);
  }
  return ids;
}

/** Returns the links of a document that lead nowhere: the file is missing, or has no such heading. */
const deadLinks = (page: string, text: string): readonly string[] =>
  [...withoutCode(text).matchAll(/\]\((?![a-z]+:)([^)\s]*)\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => {
      const [path = '', hash = ''] = link.split('#');
      const target = path === '' ? page : posix.join(posix.dirname(page), path);
      if (!existsSync(join(root, target))) return true;
      return hash !== '' && target.endsWith('.md') && !headingsOf(target === page ? text : read(target)).has(hash);
    })
    .map((link) => `${page}: ${link}`);

describe('The links of the documentation', () => {
  it('lead to files and headings that exist', () => {
    expect(pages.flatMap((page) => deadLinks(page, read(page)))).to.deep.equal([]);
  });

  it('are reported if the file or the heading is missing', () => {
    const text = '# A title\n[a](no-page.md) [b](#a-title) [c](#another) [d](access.md#no-heading) `[e](no-code.md)`\n';
    expect(deadLinks('docs/start.md', text)).to.deep.equal([
      'docs/start.md: no-page.md',
      'docs/start.md: #another',
      'docs/start.md: access.md#no-heading',
    ]);
  });
});

describe('The pages of the documentation', () => {
  it('have a place in the sidebar of the site, except records', () => {
    const table = ['sections', 'guides'].map((name) => read(`apps/docs/.vitepress/${name}.ts`)).join('\n');
    const placed = (page: string) => table.includes(`'${page}'`) || /^docs\/(?:adr|reference)\//.test(page);
    expect(pages.filter((page) => page.startsWith('docs/') && !placed(page))).to.deep.equal([]);
  });
});
