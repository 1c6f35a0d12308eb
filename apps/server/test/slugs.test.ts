import { expect } from 'chai';
import { sharedService, unique, type Service } from './support/service.ts';

interface Slugged {
  readonly id: string;
  readonly slug: string;
}

/** Request bodies that create each kind of resource that has a slug. */
const kinds: Readonly<Record<string, () => object>> = {
  contents: () => ({ title: unique() }),
  categories: () => ({ name: unique() }),
  tags: () => ({ name: unique() }),
};

describe('§2.7 supplied slugs', () => {
  let service: Service;
  before(async () => {
    service = await sharedService();
  });

  const refused = ['.', '..', '../../etc', 'a\nb', '<script>', 'a b', 'a/b', 'a?b', '%2e', 'a\u200db', '🎉', '½'];
  const taken = ['~', '...', 'C_1.0-rc~2', 'ÜBER', '快速开始', 'हिन्दी', '٣٤٥', 'résumé'.normalize('NFC')];

  for (const [kind, body] of Object.entries(kinds)) {
    it(`of ${kind} consist of letters, marks and digits of any script and - _ . ~, and must not be . or ..`, async () => {
      const { data } = await service.admin.post<Slugged>(`/${kind}`, body());
      for (const slug of refused) {
        for (const response of [
          await service.admin.post(`/${kind}`, { ...body(), slug }),
          await service.admin.patch(`/${kind}/${data.id}`, { slug }),
        ]) {
          expect(response, JSON.stringify(slug)).to.include({ status: 400, code: 1005 });
          expect(response).to.have.nested.property('errors[0].field', 'slug');
        }
      }
      for (const form of taken) {
        const slug = `${form}${unique()}`;
        const made = await service.admin.post<Slugged>(`/${kind}`, { ...body(), slug });
        expect(made.data, made.message).to.include({ slug: slug.normalize('NFC') });
      }
    });

    it(`of ${kind} that are in use return 409, 1202`, async () => {
      const slug = unique('My_Slug-');
      expect(await service.admin.post(`/${kind}`, { ...body(), slug })).to.include({ status: 201 });
      expect(await service.admin.post(`/${kind}`, { ...body(), slug })).to.include({ status: 409, code: 1202 });
    });

    it(`of ${kind} that are generated follow the rule as well`, async () => {
      const name = `Ⅳ Ⓐ ‿ ${unique()} \u200d½!`;
      const made = await service.admin.post<Slugged>(`/${kind}`, { name, title: name });
      expect(made.data.slug).to.match(/^[\p{L}\p{M}\p{Nd}_-]+$/u);
      const changed = await service.admin.patch(`/${kind}/${made.data.id}`, { slug: made.data.slug });
      expect(changed.status).to.equal(200);
    });
  }
});
