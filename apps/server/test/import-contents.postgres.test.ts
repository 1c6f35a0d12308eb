import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { decidedIn } from './moving/decided.ts';
import { runCommand } from './support/process.ts';
import { describeOnPostgres } from './support/requirements.ts';
import { startService, type Service } from './support/service.ts';

/** Number of contents. `MOVED_CONTENTS=1000` runs the long proof. */
const count = Number(process.env['MOVED_CONTENTS'] ?? 30);

const texts = [
  '# Heading\n\n---\nnot: front matter\n---\n\ntext\n',
  '---\nlooks: like front matter\n---\n',
  '\u{feff}begins with a mark',
  'no end\r\nof line  ',
  '',
  '你好 👋 `code`',
  null,
];

/** A picture of one pixel. */
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

describeOnPostgres('portcullis import contents and export contents', () => {
  let service: Service;
  let files = '';
  const run = (...args: readonly string[]) =>
    runCommand(args, { DATABASE_URL: service.databaseUrl ?? '', DATA_DIR: service.directory });

  before(async () => {
    service = await startService();
    files = await mkdtemp(join(tmpdir(), 'portcullis-'));
  });
  after(async () => {
    await service.stop();
    await rm(files, { recursive: true, force: true });
  });

  /** Returns all contents of an export by their source ids. */
  const contentsOf = async (name: string) => {
    const read = await decidedIn(join(files, name), { trustHtml: true });
    return new Map(read.map(({ fields }) => [fields?.['sourceId'], JSON.parse(JSON.stringify(fields))]));
  };

  it(`keep ${count} contents the same in an export, an import and an export`, async () => {
    const { admin } = service;
    const parent = await admin.post('/categories', { name: 'Guides: all' });
    const { id: parentId } = Object(parent.data);
    const child = await admin.post('/categories', { name: 'Linux', parentId });
    const { id: categoryId } = Object(child.data);
    const tags = await admin.post('/tags/batch', { names: ['one', 'Two: 2', '3'] });
    const tagIds = Object(tags.data).items?.map(({ id }: { id: string }) => id) ?? [];
    const form = new FormData();
    form.append('file', new Blob([Buffer.from(pixel, 'base64')]), 'pixel.png');
    const headers = { Authorization: `Bearer ${admin.token}` };
    const uploaded = await fetch(`${service.server.url}/api/media`, { method: 'POST', headers, body: form });
    const { id: fileId, url } = Object(await uploaded.json()).data;
    for (let index = 0; index < count; index += 1) {
      const rich = { editorType: 'RICHTEXT', contentHtml: `<p>${index}</p>\n<b>"bold": - yes</b>` };
      const body =
        index % 5 === 4 ? rich : { contentMd: index === 3 ? `![pixel](${url})` : texts[index % texts.length] };
      const created = await admin.post('/contents', {
        title: `- Title: ${index} "quoted" #`,
        summary: index % 3 === 0 ? `multi\nline ${index}\n` : null,
        contentRaw: index % 4 === 0 ? `{"raw": ${index}}` : null,
        ...body,
        ...(index % 6 === 1 && { coverId: fileId }),
        ...(index % 2 === 0 && { categoryId, tagIds: tagIds.slice(0, index % 4) }),
      });
      expect(created.status, JSON.stringify(created.errors)).to.equal(201);
      const { id } = Object(created.data);
      if (index % 3 === 1) await admin.post(`/contents/${id}/publish`);
      if (index % 7 === 3) await admin.post(`/contents/${id}/archive`);
    }
    const pool = service.server.database.pool;
    const forms = ['first.ndjson', 'first', 'first.xml', 'first.json'] as const;
    const expected = { code: 0, stdout: `${count} exported.\n`, stderr: '' };
    const media = ['--media', join(files, 'media')];
    for (const [index, name] of forms.entries())
      expect(await run('export', 'contents', join(files, name), ...(index === 0 ? media : []))).to.deep.equal(expected);
    const first = await contentsOf(forms[0]);
    expect(first.size).to.equal(count);
    expect([...first.values()].filter((each) => Object(each).cover === url)).to.have.lengthOf(
      Math.ceil((count - 1) / 6),
    );
    for (const source of forms) {
      await pool.query('DELETE FROM contents; DELETE FROM tags; DELETE FROM categories WHERE parent_id IS NOT NULL');
      await pool.query('DELETE FROM categories');
      // The first import restores the file too, with its id.
      if (source === forms[0]) await pool.query('DELETE FROM media');
      const imported = await run('import', 'contents', join(files, source), '--trust-html', ...media);
      expect(imported).to.deep.equal({ code: 0, stdout: `${count} imported, 0 imported before.\n`, stderr: '' });
      expect((await run('import', 'contents', join(files, source))).stdout).to.equal(
        `0 imported, ${count} imported before.\n`,
      );
      const again = `again-${source.replace('.', '-')}.ndjson`;
      await run('export', 'contents', join(files, again));
      expect(await contentsOf(again)).to.deep.equal(first);
    }
  });

  it('write the redirects of published contents', async () => {
    const posts = [
      { id: 'r1', title: 'Moved', slug: 'moved', html: '<p>x</p>', status: 'published' },
      { id: 'r2', title: 'Draft', slug: 'a-draft', html: '', status: 'draft' },
    ];
    await writeFile(join(files, 'ghost.json'), JSON.stringify({ db: [{ data: { posts } }] }));
    const redirects = join(files, 'redirects.csv');
    const args = ['--redirects', redirects, '--redirect-base', '/posts/'];
    const { code, stderr } = await run('import', 'contents', join(files, 'ghost.json'), ...args);
    expect([code, stderr]).to.deep.equal([0, '']);
    expect(await readFile(redirects, 'utf8')).to.equal('from,to\n/moved/,/posts/moved\n');
    // The file is complete even if an interrupted import is repeated.
    await run('import', 'contents', join(files, 'ghost.json'), ...args);
    expect(await readFile(redirects, 'utf8')).to.equal('from,to\n/moved/,/posts/moved\n');
    expect((await run('import', 'contents', join(files, 'redirects.csv'))).code).to.equal(2);
  });

  it('import the other rows, and write the refused ones with their reasons to a file', async () => {
    const file = join(files, 'some.ndjson');
    const rows = [
      { sourceId: 's1', title: 'x'.repeat(256) },
      { sourceId: 's2', title: 'Kept', contentMd: 'a' },
    ];
    await writeFile(file, rows.map((row) => JSON.stringify(row)).join('\n'));
    expect((await run('import', 'contents', file)).code).to.equal(1);
    const checked = await run('import', 'contents', file, '--skip-refused', '--dry-run');
    expect(checked.stdout).to.match(
      /^! row 1 \("s1"\): title: .*\n1 to import, 0 imported before, 1 refused\. Nothing was written\.\n$/,
    );
    const { code, stdout } = await run('import', 'contents', file, '--skip-refused');
    expect([code, stdout.split('\n')[1]]).to.deep.equal([0, '1 imported, 0 imported before, 1 refused.']);
    const refused = JSON.parse(await readFile(`${file}.refused.ndjson`, 'utf8'));
    expect(refused).to.deep.include({ row: 1, sourceId: 's1', fields: rows[0] });
    expect(refused.errors).to.have.lengthOf(1);
  });

  it('say what readers see differently, in a dry run too', async () => {
    const html = '<iframe src="https://v.example/1"></iframe>';
    const posts = [{ id: 'n1', title: 'Film', slug: 'film', html, status: 'published', visibility: 'paid' }];
    await writeFile(join(files, 'notes.json'), JSON.stringify({ db: [{ data: { posts } }] }));
    const { stdout } = await run('import', 'contents', join(files, 'notes.json'), '--dry-run');
    expect(stdout.split('\n').slice(0, 2)).to.deep.equal([
      '~ row 1 ("ghost-n1"): a draft, because its visibility is paid',
      '~ row 1 ("ghost-n1"): It has a <iframe> that embeds something, which became a link or was left out.',
    ]);
  });
});
