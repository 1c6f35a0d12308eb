import type { AttributeChange, AttributeValue, Attributes } from '@portcullis/domain/internal/attribute-values';
import {
  attributeAudiences,
  attributeLimits,
  attributeTypes,
  type AttributeDeclaration,
} from '@portcullis/domain/internal/user-attribute';
import {
  flag,
  keyed,
  listOf,
  nullable,
  object,
  oneOf,
  textOf,
  withDescription,
  type Fields,
  type Schema,
} from '../../validation/schema.ts';

const attributeText = textOf(attributeLimits.text);

const attributeValue: Schema<AttributeValue> = {
  anyOf: [attributeText, { type: 'number' }, flag, listOf(attributeText)],
};

export const attributes: Schema<Attributes> = keyed(attributeValue);
export const attributeChange: Schema<AttributeChange> = keyed(nullable(attributeValue));

export const declarationFields: Fields<AttributeDeclaration> = {
  name: withDescription(
    textOf(attributeLimits.name),
    'The name in `attributes` of users and in conditions. It is unique.',
  ),
  label: withDescription(textOf(attributeLimits.label), 'The name that people see.'),
  type: withDescription(oneOf(attributeTypes), 'The type of the values. `string[]`: a list of texts.'),
  values: withDescription(
    nullable(listOf(attributeText)),
    'The texts that a value may consist of. Null: every text, or the type has no texts.',
  ),
  readableBy: withDescription(
    oneOf(attributeAudiences),
    '`self`: the user, and callers who may read users. `admin`: only callers who may read users.',
  ),
  writableBy: withDescription(
    oneOf(attributeAudiences),
    '`self`: the user, and administrators. `admin`: administrators, and identity providers.',
  ),
};

export const declarationSchema = object<AttributeDeclaration>(declarationFields);
