import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { guides } from './guides.ts';

/** The root of the repository. */
export const root = fileURLToPath(new URL('../../../', import.meta.url));

const inFolder = (folder: string): readonly string[] =>
  readdirSync(`${root}${folder}`)
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`);

const packages = readdirSync(`${root}packages`).map((name) => `packages/${name}/README.md`);

/** The pages of each section. Pages that no section names are part of the site, but only links and the search lead to them. */
const sections: Readonly<Record<string, readonly string[]>> = {
  ...guides,
  Reference: ['docs/interface.md', 'docs/agents.md', 'docs/versions.md', ...inFolder('docs/reference')],
  Packages: [...packages, 'apps/server/README.md', 'apps/console/README.md'],
  Explanation: [
    'docs/architecture.md',
    'docs/performance.md',
    'SECURITY.md',
    'docs/adr/README.md',
    'CONTRIBUTING.md',
    'CHANGELOG.md',
  ],
};

/** A section is closed at first if it is long and most readers do not need it. */
const closed = new Set(['Packages']);

/** Returns the first heading of a page. */
function titleOf(path: string): string {
  const [, title] = /^# (.+)$/m.exec(readFileSync(root + path, 'utf8')) ?? [];
  if (title === undefined) throw new Error(`${path} has no title.`);
  return title.replaceAll('`', '');
}

/** Returns the path of a page on the site. */
export const addressOf = (path: string): string => path.replace(/README\.md$/, 'index.md');

const itemOf = (path: string) => ({ text: titleOf(path), link: `/${addressOf(path).replace(/(?:index)?\.md$/, '')}` });

export const sidebar = Object.entries(sections).map(([text, paths]) => ({
  text,
  collapsed: closed.has(text),
  items: paths.map(itemOf),
}));
