import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { startServiceAndDatabase, type ServiceAndDatabase } from '../faults/support/site.ts';
import { inParallel } from '../stress/support/load.ts';
import { familyOf } from '../test/support/process-tree.ts';
import { printMeasurement } from '../test/support/figure.ts';
import { until } from '../test/support/machine.ts';
import { testFiles } from './support/files.ts';
import { stores } from './support/stores.ts';
import { allFiles, readFile, sha256Of, upload, type UploadedFile } from './support/upload.ts';

const uploads = 200;
const kills = 8;
const clients = 8;

for (const store of stores) {
  describe(`When the service is killed amid ${uploads} uploads to ${store.title}`, () => {
    let directory: string;
    let site: ServiceAndDatabase;
    before(async () => {
      directory = await mkdtemp(join(tmpdir(), 'portcullis-media-'));
      site = await startServiceAndDatabase({ DATA_DIR: join(directory, 'data'), ...(await store.start(directory)) });
    });
    after(async () => {
      await site.stop();
      await store.stop();
      await rm(directory, { recursive: true, force: true });
    });

    it('no half file is public, and no acknowledged file is lost', async () => {
      const { server, admin } = site;
      const { photograph } = await testFiles();
      const picture = await photograph(1200, 900);
      const acknowledged: UploadedFile[] = [];
      let broken = 0;
      // Bytes after the end of a picture are ignored, but make it another file.
      const contentOf = (index: number): Buffer =>
        index % 2 === 0
          ? Buffer.concat([picture, Buffer.from(`picture ${index}`)])
          : Buffer.from(`Text ${index}\n`.repeat(100_000));
      const uploadOne = async (index: number): Promise<void> => {
        for (;;) {
          const response = await upload(admin, contentOf(index), `file-${index}`).catch(() => undefined);
          if (response?.file !== undefined) {
            acknowledged.push(response.file);
            return;
          }
          if (response === undefined) broken += 1;
          await sleep(response === undefined ? 50 : 1000 * (response.retryAfter || 0.1));
        }
      };
      let survivors = 0;
      const killing = (async () => {
        for (let count = 1; count <= kills; count += 1) {
          const goal = (count * uploads) / (kills + 1);
          while (acknowledged.length < goal) await sleep(1);
          const family = familyOf(server.pid() ?? 0).slice(1);
          await server.end('SIGKILL');
          await sleep(500);
          survivors += family.filter(isAlive).length;
          await server.start();
        }
      })();
      await inParallel(uploads, clients, uploadOne);
      await killing;

      const files = await allFiles(admin);
      const stored = new Set(files.map(({ id }) => id));
      const wrong: string[] = [];
      for (const { url, sha256, id } of files) {
        const { status, bytes } = await readFile(admin.url, url);
        if (status !== 200 || sha256Of(bytes) !== sha256) wrong.push(`${id}: ${status}, ${bytes.length} bytes`);
      }
      printMeasurement(`${store.title}: uploads that a kill interrupted`, broken);
      printMeasurement(`${store.title}: acknowledged files, stored files`, `${acknowledged.length}, ${files.length}`);
      expect(broken).to.be.above(0);
      expect(survivors).to.equal(0);
      expect(wrong).to.deep.equal([]);
      expect(acknowledged.filter(({ id }) => !stored.has(id))).to.deep.equal([]);

      await until(
        'every picture has its variants',
        async () => (await allFiles(admin)).every(({ type, variants }) => type !== 'image' || variants.length > 0),
        600_000,
      );
      for (const { variants } of await allFiles(admin)) {
        for (const { url } of variants) expect((await readFile(admin.url, url)).status, url).to.equal(200);
      }
    });

    it('only the folders of interrupted uploads remain, which are removed after a day', async () => {
      const names = await readdir(join(directory, 'data'), { recursive: true });
      expect(names.filter((name) => name.endsWith('.tmp'))).to.deep.equal([]);
    });
  });
}

/** Whether a process runs. A process that has ended exists until its parent has noticed it, which may take seconds. */
function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
