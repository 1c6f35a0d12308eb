import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import type { SiteFiles } from '@portcullis/adapters-http/internal/server/site-files';
import { accentColours } from '../config/accent.ts';
import { escapeHtml } from '../process/escape-html.ts';

/** How a team shows the console as its own. */
interface Brand {
  readonly consoleTitle: string;
  /** The path of a picture. */
  readonly consoleLogo: string | undefined;
  readonly consoleAccent: string | undefined;
}

const value = ([light, dark]: readonly [string, string]): string => `light-dark(${light}, ${dark})`;

/** Returns the style sheet with the accent. It is a file, because the policy of the page allows no styles in the page. */
function styleOf(accent: string): string {
  const colours = accentColours(accent);
  if (colours === undefined) return '';
  return `:root {
  --accent: ${value(colours.accent)};
  --accent-soft: ${value(colours.soft)};
  --on-accent: ${value(colours.onAccent)};
}
`;
}

/** Returns the files of the console that the brand changes: the page, and below `parts` its style and its logo. */
export async function brandFiles(site: SiteFiles, brand: Brand): Promise<ReadonlyMap<string, Buffer>> {
  const { consoleTitle: title, consoleLogo: logo, consoleAccent: accent } = brand;
  const files = new Map<string, Buffer>();
  let page = site.get('index.html')?.contents.toString() ?? '';
  page = page.replace('<title>Portcullis</title>', () => `<title>${escapeHtml(title)}</title>`);
  if (logo !== undefined) {
    const name = `parts/brand${extname(logo)}`;
    files.set(name, await readFile(logo));
    page = page.replaceAll('/admin/parts/logo.svg', `/admin/${name}`);
  }
  if (accent !== undefined) {
    files.set('parts/brand.css', Buffer.from(styleOf(accent)));
    page = page.replace('</head>', '  <link rel="stylesheet" href="/admin/parts/brand.css">\n  </head>');
  }
  files.set('index.html', Buffer.from(page));
  return files;
}
