import {
  administrators,
  Describe,
  field,
  ListParameters,
  partial,
  requestOf,
  route,
  schema,
  type Route,
} from '@portcullis/adapters-http';
import { orNotFound } from '@portcullis/domain';
import type { CreateLabel, DeleteLabel, UpdateLabel } from '../../application/labels/labels.ts';
import { labelSortFields, type LabelSortField, type LabelViews } from '../../application/ports/labels.ts';
import { labelLimits, labelNameTaken, labelNotFound, type Label, type LabelId } from '../../domain/label.ts';

const fields = {
  id: schema.withDescription(schema.uuid<LabelId>(), 'The id of the label.'),
  name: schema.withDescription(schema.textOf(labelLimits.name), 'The unique name.'),
  colour: schema.withDescription(schema.textOf(labelLimits.colour), 'The colour as hexadecimal RGB.'),
  description: schema.withDescription(schema.nullable(schema.textOf(labelLimits.description)), 'A note for people.'),
};

class LabelPath extends requestOf(fields, 'id') {}

class LabelListParameters extends ListParameters {
  @field.Optional() @field.OneOf(labelSortFields) @Describe('The field to sort by.') sortBy?: LabelSortField;
}

class LabelBody extends requestOf(fields, 'name', 'colour', 'description?') {}

class UpdateLabelBody extends partial(LabelBody) {}

const labelSchema = schema.namedObject<Label>('Label', { ...fields, ...schema.timestamps });

export interface LabelRoutes {
  readonly createLabel: CreateLabel;
  readonly updateLabel: UpdateLabel;
  readonly deleteLabel: DeleteLabel;
  readonly labels: LabelViews;
}

/** Returns the routes of labels. */
export const labelRoutes = ({ createLabel, updateLabel, deleteLabel, labels }: LabelRoutes): readonly Route[] => [
  route({
    method: 'POST',
    path: '/labels',
    operation: 'createLabel',
    idempotencyKey: 'accepted',
    summary: 'Create a label',
    access: 'authorized',
    anyRole: administrators,
    status: 201,
    body: LabelBody,
    data: labelSchema,
    refuses: [labelNameTaken],
    handle: ({ body: { description = null, ...body }, caller: actor }) =>
      createLabel({ actor, draft: { ...body, description } }),
  }),
  route({
    method: 'GET',
    path: '/labels',
    operation: 'listLabels',
    summary: 'List labels',
    description: '`search` looks in name and description.',
    access: 'authorized',
    anyRole: administrators,
    query: LabelListParameters,
    data: schema.pageOf(labelSchema),
    handle: ({ query }) => labels.list(query),
  }),
  route({
    method: 'GET',
    path: '/labels/:id',
    operation: 'getLabel',
    summary: 'Read a label',
    access: 'authorized',
    anyRole: administrators,
    params: LabelPath,
    data: labelSchema,
    refuses: [labelNotFound],
    handle: async ({ params: { id } }) => orNotFound(await labels.find(id), labelNotFound),
  }),
  route({
    method: 'PATCH',
    path: '/labels/:id',
    operation: 'updateLabel',
    summary: 'Change a label',
    access: 'authorized',
    anyRole: administrators,
    params: LabelPath,
    body: UpdateLabelBody,
    data: labelSchema,
    refuses: [labelNotFound, labelNameTaken],
    handle: ({ params: { id }, body: change, caller: actor }) => updateLabel({ actor, id, change }),
  }),
  route({
    method: 'DELETE',
    path: '/labels/:id',
    operation: 'deleteLabel',
    summary: 'Delete a label',
    access: 'authorized',
    anyRole: administrators,
    params: LabelPath,
    data: schema.nothing,
    refuses: [labelNotFound],
    handle: ({ params: { id }, caller: actor }) => deleteLabel({ actor, id }),
  }),
];
