import type { ListQuery } from '@portcullis/application';
import { BusinessError, caseKey } from '@portcullis/domain';
import { ownTable, pageOf, table, type ListRules, type State } from '@portcullis/testing';
import type { LabelRepository, LabelSortField, LabelViews } from '../../application/ports/labels.ts';
import { labelNameTaken, type Label } from '../../domain/label.ts';

export const contracts = [() => import('../contracts/labels.ts')];

const labels = ownTable<Label>();

export function repository(state: State): LabelRepository {
  const rows = labels(state);
  const { lock, add, save, remove } = table(rows);
  const requireFree = ({ id, name }: Label): void => {
    const others = [...rows.values()].filter((label) => label.id !== id);
    if (others.some((label) => caseKey(label.name) === caseKey(name)))
      throw new BusinessError(labelNameTaken, 'A label with this name already exists.');
  };
  return {
    lock,
    remove,
    add: async (label) => {
      requireFree(label);
      await add(label);
    },
    save: async (label) => {
      requireFree(label);
      await save(label);
    },
  };
}

const listed: ListRules<Label, LabelSortField, ListQuery<LabelSortField>> = {
  sort: {
    createdAt: ({ createdAt }) => createdAt,
    updatedAt: ({ updatedAt }) => updatedAt,
    name: ({ name }) => name,
  },
  defaultSort: { by: 'createdAt', order: 'asc' },
  searched: ({ name, description }) => [name, description],
};

export const views = (now: () => State): LabelViews => ({
  find: async (id) => labels(now()).get(id),
  list: async (query) => pageOf(labels(now()).values(), query, listed),
});
