import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'esbuild';

/** Files smaller than this number of bytes are not compressed, because compression hardly reduces their size. */
const compressedFrom = 1024;

/**
 * Writes a file. Unless the file is small, also writes compressed copies, for browsers that accept compressed
 * responses.
 */
async function writeSiteFile(path: string, contents: Uint8Array): Promise<void> {
  await writeFile(path, contents);
  if (contents.length < compressedFrom) return;
  const brotli = promisify(brotliCompress)(contents, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
  await writeFile(`${path}.br`, await brotli);
  await writeFile(`${path}.gz`, await promisify(gzip)(contents, { level: 9 }));
}

/**
 * Returns the HTML of the page. Its Content Security Policy forbids inline scripts and styles, so the page only links
 * to the script and the style sheet. Their file names contain hashes.
 */
const pageOf = (script: string, style: string, chunks: readonly string[]): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="robots" content="noindex">
    <title>Portcullis</title>
    <link rel="icon" href="/admin/parts/logo.svg">
    <link rel="stylesheet" href="/admin/assets/${style}">
${chunks.map((chunk) => `    <link rel="modulepreload" href="/admin/assets/${chunk}">\n`).join('')}    <script type="module" src="/admin/assets/${script}"></script>
  </head>
  <body></body>
</html>
`;

/** Returns the page into which the console writes a text with pictures of other hosts. It has a policy of its own. */
const picturesPageOf = (style: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>Portcullis</title>
    <link rel="stylesheet" href="/admin/assets/${style}">
  </head>
  <body class="preview framed" dir="auto"></body>
</html>
`;

const hashed = '[name]-[hash]';

/** The folders of the site. The last one is the site itself, because `index.html` refers to the files in the others. */
const folders = ['assets', 'parts', ''];

/**
 * The file that screens of modules import, with the version of what it exports. Its name has no hash, because the
 * scripts of modules are not built together with the console.
 */
const partsPath = 'parts/v1.js';

/**
 * Bundles the console and the client. esbuild reads their sources and needs no types, so `npm start` in a fresh clone does
 * not have to generate the types of the client.
 * @param root the directory of this package
 * @param site the directory for the page and its assets; the files of earlier builds are removed at the end
 * @param main the script of the page
 */
export async function buildSite(root: string, site: string, main = 'src/main.tsx'): Promise<void> {
  const made = await mkdtemp(`${site}-`);
  for (const folder of folders) {
    await mkdir(join(site, folder), { recursive: true });
    await mkdir(join(made, folder), { recursive: true });
  }
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: { main, console: 'src/styles/console.css', parts: 'src/index.ts' },
    alias: {
      '@portcullis/client/fields': join(root, '../../packages/client/src/request-fields.ts'),
      '@portcullis/client': join(root, '../../packages/client/src/index.ts'),
      '@portcullis/domain': join(root, '../../packages/domain/src/index.ts'),
      '@portcullis/domain/internal': join(root, '../../packages/domain/src'),
    },
    outdir: join(made, 'assets'),
    entryNames: hashed,
    chunkNames: hashed,
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    minify: true,
    jsx: 'automatic',
    jsxImportSource: 'preact',
    legalComments: 'none',
    metafile: true,
    write: false,
    logLevel: 'warning',
  });
  await Promise.all(outputFiles.map(({ path, contents }) => writeSiteFile(path, contents)));

  const outputOf = (entry: string): string => {
    const found = Object.entries(metafile.outputs).find(([, output]) => output.entryPoint === entry);
    if (found === undefined) throw new Error(`esbuild did not create a file for ${entry}.`);
    return basename(found[0]);
  };
  // The page names the files that the script imports, so that the browser loads them all at once.
  const chunks = new Set<string>();
  const collect = (output: string): void => {
    for (const { path, kind } of metafile.outputs[output]?.imports ?? []) {
      if (kind !== 'import-statement' || chunks.has(path)) continue;
      chunks.add(path);
      collect(path);
    }
  };
  const script = outputOf(main);
  collect(Object.keys(metafile.outputs).find((path) => basename(path) === script) ?? '');
  const page = pageOf(
    script,
    outputOf('src/styles/console.css'),
    [...chunks].map((path) => basename(path)),
  );
  await writeSiteFile(join(made, 'index.html'), Buffer.from(page));
  const pictures = picturesPageOf(outputOf('src/styles/console.css'));
  await writeSiteFile(join(made, 'parts/pictures.html'), Buffer.from(pictures));
  const parts = `export * from '../assets/${outputOf('src/index.ts')}';\n`;
  await writeSiteFile(join(made, partsPath), Buffer.from(parts));
  await writeSiteFile(join(made, 'parts/logo.svg'), await readFile(join(root, 'src/logo.svg')));
  await replaceFiles(made, site);
}

const filesIn = async (folder: string): Promise<readonly string[]> =>
  (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isFile()).map(({ name }) => name);

/**
 * Moves the files of a build to the directory of the site, and removes the other files there. No file is missing or
 * incomplete in the meantime, so that a service can read the site while it is built again.
 */
async function replaceFiles(made: string, site: string): Promise<void> {
  const outdated: string[] = [];
  for (const folder of folders) {
    const names = await filesIn(join(made, folder));
    for (const name of names) await rename(join(made, folder, name), join(site, folder, name));
    const others = (await filesIn(join(site, folder))).filter((name) => !names.includes(name));
    outdated.push(...others.map((name) => join(site, folder, name)));
  }
  for (const path of outdated) await rm(path, { force: true });
  await rm(made, { recursive: true });
}
