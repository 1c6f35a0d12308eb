import type { Schemas } from '@portcullis/client';
import { texts } from '../../language/language.ts';

type Status = Schemas['Content']['status'];

export const statuses = ['DRAFT', 'PUBLISHED', 'ARCHIVED'] as const satisfies readonly Status[];

const classes: Readonly<Record<Status, string>> = {
  DRAFT: 'tag tag-draft',
  PUBLISHED: 'tag tag-good',
  ARCHIVED: 'tag',
};

export function ContentStatus({ status }: { readonly status: Status }) {
  return <span class={classes[status]}>{texts().contents.statuses[status]}</span>;
}
