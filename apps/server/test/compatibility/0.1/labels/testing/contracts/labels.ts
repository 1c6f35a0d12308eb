import { refusalOf, unique, anId } from '@portcullis/testing';
import type { UnitOfWork } from '@portcullis/application';
import { expect } from 'chai';
import type { LabelRepository, LabelViews } from '../../application/ports/labels.ts';
import type { Label } from '../../domain/label.ts';

interface LabelStore {
  readonly work: UnitOfWork<{ readonly labels: LabelRepository }>;
  readonly labels: LabelViews;
}

const aLabel = (name = unique('Label ')): Label => {
  const at = new Date();
  return { id: anId(), name, colour: '#336699', description: null, createdAt: at, updatedAt: at };
};

/** Declares mocha tests for what the use cases of labels expect of every store. */
export function labelContract(adapter: string, open: () => LabelStore): void {
  describe(`Label contract, ${adapter}`, () => {
    it('stores every field, changes and removes a label', async () => {
      const { work, labels } = open();
      const label = aLabel();
      await work.run((tx) => tx.labels.add(label));
      expect(await labels.find(label.id)).to.deep.equal(label);
      const changed = { ...label, colour: '#ff0000', description: 'Changed' };
      await work.run((tx) => tx.labels.save(changed));
      expect(await work.run((tx) => tx.labels.lock(label.id))).to.deep.equal(changed);
      await work.run((tx) => tx.labels.remove(label.id));
      expect(await labels.find(label.id)).to.equal(undefined);
    });

    it('refuses a name that is in use, ignoring case, and then stores nothing', async () => {
      const { work, labels } = open();
      const name = unique('Häufig ');
      await work.run((tx) => tx.labels.add(aLabel(name)));
      const { refusal } = await refusalOf(work.run((tx) => tx.labels.add(aLabel(name.toUpperCase()))));
      expect(refusal).to.equal('label-name-taken');
      expect((await labels.list({ page: 1, pageSize: 10, search: name })).total).to.equal(1);
    });

    it('lists labels by name', async () => {
      const { work, labels } = open();
      const prefix = unique('Sorted ');
      for (const name of ['b', 'a']) await work.run((tx) => tx.labels.add(aLabel(`${prefix} ${name}`)));
      const { items } = await labels.list({ page: 1, pageSize: 10, search: prefix, sortBy: 'name' });
      expect(items.map(({ name }) => name)).to.deep.equal([`${prefix} a`, `${prefix} b`]);
    });
  });
}
