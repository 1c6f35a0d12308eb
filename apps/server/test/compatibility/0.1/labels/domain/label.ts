import { declareEvent, declareRefusal, declareSubject, ofDeletion, recordedFields, type Id } from '@portcullis/domain';

export type LabelId = Id<'Label'>;

/** A coloured label. Its name is unique regardless of case. */
export interface Label {
  readonly id: LabelId;
  readonly name: string;
  /** Six hexadecimal digits after `#`. */
  readonly colour: string;
  readonly description: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The fields of a label that an administrator can set. */
export type LabelDraft = Pick<Label, 'name' | 'colour' | 'description'>;

export const labelLimits = {
  name: { min: 1, max: 64 },
  colour: { min: 7, max: 7, pattern: /^#[0-9a-f]{6}$/, hint: '# and six hexadecimal digits in lower case' },
  description: { min: 0, max: 1000 },
} as const;

export const labelNotFound = declareRefusal('label-not-found');
export const labelNameTaken = declareRefusal('label-name-taken');

const subject = declareSubject('acme.label', ({ name }: Pick<Label, 'name'>) => name);
const recorded = recordedFields<Label>()('name', 'colour', 'description');

export const labelEvents = {
  created: declareEvent(subject, 'acme.label.created', recorded),
  updated: declareEvent(subject, 'acme.label.updated', recorded),
  deleted: declareEvent(subject, 'acme.label.deleted', ofDeletion(recorded)),
};
