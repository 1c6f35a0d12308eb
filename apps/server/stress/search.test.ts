import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase, typeormUnitOfWork, viewsOf } from '@portcullis/adapters-persistence';
import { temporaryDatabase } from '@portcullis/adapters-persistence/internal/testing';
import { aContent, given } from '@portcullis/testing';
import { expect } from 'chai';
import { root } from '../test/architecture/files.ts';
import { printMeasurement } from '../test/support/figure.ts';

const contents = 200;
const phrasesOfContent = 15;
const queriesOfLength = 400;

/** Returns the Chinese phrases of the console, which were written by people and not generated. */
function phrases(): readonly string[] {
  const texts = readFileSync(join(root, 'apps/console/languages/zh.json'), 'utf8');
  return [...new Set(texts.match(/\p{Script=Han}[\p{Script=Han}，。、]+/gu))];
}

describe('The search for parts of Chinese texts', function () {
  this.timeout(300_000);

  it('finds every content that contains the 2 to 8 characters of the query', async () => {
    const { TEST_DATABASE_URL: adminUrl } = process.env;
    const temporary = adminUrl === undefined ? undefined : await temporaryDatabase(adminUrl);
    const database = await openDatabase({ url: temporary?.url, poolSize: 2 });
    try {
      const all = phrases();
      const pick = (length: number) => Math.floor(Math.random() * length);
      const made = Array.from({ length: contents }, () => {
        const text = Array.from({ length: phrasesOfContent }, () => all[pick(all.length)]).join('，');
        return aContent({ status: 'PUBLISHED', contentMd: text });
      });
      await given(typeormUnitOfWork(database), { contents: made });
      const views = viewsOf(database.reader).contents;
      const runs = made.flatMap(({ contentMd }) => contentMd?.match(/\p{Script=Han}{2,}/gu) ?? []);
      for (let length = 2; length <= 8; length += 1) {
        const long = runs.filter((run) => run.length >= length);
        let [expected, missed, further] = [0, 0, 0];
        for (let query = 0; query < queriesOfLength; query += 1) {
          const run = long[pick(long.length)] ?? '';
          const start = pick(run.length - length + 1);
          const q = run.slice(start, start + length);
          const { items } = await views.search({ q, page: 1, pageSize: contents });
          const found = new Set(items.map(({ id }) => id));
          const right = made.filter(({ contentMd }) => contentMd?.includes(q));
          expect(right).not.to.be.empty;
          expected += right.length;
          missed += right.filter(({ id }) => !found.has(id)).length;
          further += found.size - right.filter(({ id }) => found.has(id)).length;
        }
        printMeasurement(
          `Chinese texts of ${length} characters`,
          `${expected} contents have the query, ${missed} were missed, ${further} others were found`,
        );
        expect(missed).to.equal(0);
      }
    } finally {
      await database.close();
      await temporary?.drop();
    }
  });
});
