import type { GuardedRepositories, ListQuery, Page, ReportedCollection, Uses } from '@portcullis/application';
import type { Label, LabelId } from '../../domain/label.ts';

export const labelSortFields = ['createdAt', 'updatedAt', 'name'] as const;
export type LabelSortField = (typeof labelSortFields)[number];

export type LabelRepository = ReportedCollection<Label>;

/** The repositories that the use cases of labels need. */
export type LabelTransaction = GuardedRepositories<{ readonly labels: LabelRepository }> & Uses<'events'>;

export interface LabelViews {
  readonly find: (id: LabelId) => Promise<Label | undefined>;
  readonly list: (query: ListQuery<LabelSortField>) => Promise<Page<Label>>;
}
