import type { Collection, ListQuery, Page, UnitOfWork } from '@portcullis/application';
import type { Label, LabelId } from '../../domain/label.ts';

export const labelSortFields = ['createdAt', 'updatedAt', 'name'] as const;
export type LabelSortField = (typeof labelSortFields)[number];

export type LabelRepository = Collection<Label>;

/** The unit of work of the use cases of labels. Its transactions contain only the repository of labels. */
export type LabelWork = UnitOfWork<{ readonly labels: LabelRepository }>;

export interface LabelViews {
  readonly find: (id: LabelId) => Promise<Label | undefined>;
  readonly list: (query: ListQuery<LabelSortField>) => Promise<Page<Label>>;
}
