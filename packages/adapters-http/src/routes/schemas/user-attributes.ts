import type {
  AttributeChange,
  AttributeValue,
  Attributes,
} from '@portcullis/domain/internal/conditions/attribute-values';
import {
  attributeAudiences,
  attributeLimits,
  attributeTypes,
  type AttributeDeclaration,
} from '@portcullis/domain/internal/conditions/user-attribute';
import { OfForm } from '../../validation/fields.ts';
import * as schema from '../../validation/schema.ts';
import type { Fields, Schema } from '../../validation/schema.ts';
import { isObject } from '../../validation/validate.ts';

const attributeText = schema.textOf(attributeLimits.text);

const attributeValue: Schema<AttributeValue> = {
  anyOf: [attributeText, { type: 'number' }, schema.flag, schema.listOf(attributeText)],
};

export const attributes: Schema<Attributes> = schema.keyed(attributeValue);
const attributeChange: Schema<AttributeChange> = schema.keyed(schema.nullable(attributeValue));

/** Accepts an object of values by the names of user attributes. The use case checks names and values. */
export const AttributeValues = (): PropertyDecorator =>
  OfForm(attributeChange, isObject, 'be an object of values by attributes');

export const declarationFields: Fields<AttributeDeclaration> = {
  name: schema.withDescription(
    schema.textOf(attributeLimits.name),
    'The name in `attributes` of users and in conditions. It is unique.',
  ),
  label: schema.withDescription(schema.textOf(attributeLimits.label), 'The name that people see.'),
  type: schema.withDescription(schema.oneOf(attributeTypes), 'The type of the values. `string[]`: a list of texts.'),
  values: schema.withDescription(
    schema.nullable(schema.listOf(attributeText)),
    'The texts that a value may consist of. Null: every text, or the type has no texts.',
  ),
  readableBy: schema.withDescription(
    schema.oneOf(attributeAudiences),
    '`self`: the user, and callers who may read users. `admin`: only callers who may read users.',
  ),
  writableBy: schema.withDescription(
    schema.oneOf(attributeAudiences),
    '`self`: the user, and administrators. `admin`: administrators, and identity providers.',
  ),
};

export const declarationSchema = schema.object<AttributeDeclaration>(declarationFields);
