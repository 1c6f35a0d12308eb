import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { buildSite } from '../build/site.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

describe('the bundled console', () => {
  let site: string;
  let page: string;
  let assets: readonly string[];

  before(async () => {
    site = await mkdtemp(join(tmpdir(), 'portcullis-site-'));
    await buildSite(root, site);
    page = await readFile(join(site, 'index.html'), 'utf8');
    assets = await readdir(join(site, 'assets'));
  });
  after(() => rm(site, { recursive: true, force: true }));

  it('has a page without inline scripts, inline styles and event handlers', () => {
    expect(page).not.to.match(/<style|style=|\son\w+=/u);
    for (const [script] of page.matchAll(/<script[^>]*>[^<]*/gu)) expect(script).to.match(/ src="[^"]+">$/u);
  });

  it('is built again without removing a file in the meantime, and without the files of earlier builds', async () => {
    const earlier = join(site, 'assets', 'earlier-AAAAAAAA.js');
    await writeFile(earlier, '');
    const missing: string[] = [];
    const progress = { isBuilt: false };
    const watching = (async () => {
      while (!progress.isBuilt) {
        const found = await readdir(join(site, 'assets'));
        missing.push(...assets.filter((name) => !found.includes(name)));
      }
    })();
    await buildSite(root, site);
    progress.isBuilt = true;
    await watching;
    expect(missing).to.deep.equal([]);
    expect(await readdir(join(site, 'assets'))).to.have.members(assets);
  });

  it('asks search engines to leave it out', () => {
    expect(page).to.include('<meta name="robots" content="noindex">');
  });

  it('loads no files from other hosts', () => {
    for (const [, address] of page.matchAll(/(?:src|href)="([^"]+)"/gu)) {
      expect(address).to.match(/^\/admin\/(?:assets|parts)\//u);
    }
  });

  it('has a content hash in the name of each asset, so that browsers can cache it forever', () => {
    for (const name of assets) expect(name).to.match(/-[A-Z0-9]{8}\.(?:js|css)(?:\.br|\.gz)?$/u);
  });

  it('has compressed copies with the same contents as their assets', async () => {
    const read = (name: string) => readFile(join(site, 'assets', name));
    const names = assets.filter((name) => assets.includes(`${name}.br`));
    expect(names).not.to.deep.equal([]);
    for (const name of names) {
      const [plain, brotli, gzip] = await Promise.all([read(name), read(`${name}.br`), read(`${name}.gz`)]);
      expect(brotliDecompressSync(brotli).equals(plain), name).to.equal(true);
      expect(gunzipSync(gzip).equals(plain), name).to.equal(true);
    }
  });

  it('does not contain the page with all parts, which is for development', async () => {
    const scripts = assets.filter((name) => name.endsWith('.js'));
    const sources = await Promise.all(scripts.map((name) => readFile(join(site, 'assets', name), 'utf8')));
    expect(sources.filter((source) => source.includes('data-part'))).to.deep.equal([]);
  });

  const sizeOf = async (names: readonly string[]): Promise<number> => {
    const sizes = names.map(async (name) => gzipSync(await readFile(join(site, 'assets', name))).length);
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  };
  const isEditor = (name: string): boolean => name.startsWith('editor-view-');

  it('has at most 450 KB of scripts and styles with gzip, with all screens, languages and icons', async () => {
    const plain = assets.filter((name) => /\.(?:js|css)$/u.test(name) && !isEditor(name));
    expect(await sizeOf(plain)).to.be.below(450 * 1024);
  });

  it('has an editor of at most 200 KB with gzip, which the page loads on demand', async () => {
    const editor = assets.filter((name) => name.endsWith('.js') && isEditor(name));
    expect(editor).to.have.lengthOf(1);
    expect(await sizeOf(editor)).to.be.below(200 * 1024);
  });
});
