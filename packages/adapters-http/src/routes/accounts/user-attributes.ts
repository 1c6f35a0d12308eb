import {
  attributeLimits,
  type AttributeDeclaration,
  type UserAttributes,
} from '@portcullis/domain/internal/conditions/user-attribute';
import { WithVersion } from '../../responses/response-data.ts';
import { Describe } from '../../validation/descriptions.ts';
import { Nullable, TextList } from '../../validation/fields.ts';
import { ItemsOf } from '../../validation/items.ts';
import { requestOf } from '../../validation/request.ts';
import { listOf, object, withDescription } from '../../validation/schema.ts';
import { administrators, administratorsChange } from '../access/access.ts';
import { route, type Route } from '../route.ts';
import { declarationFields, declarationSchema } from '../schemas/user-attributes.ts';
import { userFields } from '../schemas/users.ts';
import type { UseCases } from '../use-cases.ts';

/** A declaration, which must satisfy the same rules in a request and in an access control document. */
export class DeclarationItem extends requestOf(declarationFields, 'name', 'label', 'type', 'readableBy', 'writableBy') {
  @Nullable()
  @TextList(attributeLimits.text, attributeLimits.values)
  @Describe('The texts that a value may consist of. Null or missing: every text. Only for the types with texts.')
  values?: readonly string[] | null;
}

class SetUserAttributesBody {
  @ItemsOf(DeclarationItem, { max: attributeLimits.declarations, key: 'name' })
  @Describe('All declarations, in the order of forms. An empty list removes all.')
  attributes!: DeclarationItem[];
}

export const declarationOf = ({ values = null, ...declared }: DeclarationItem): AttributeDeclaration => ({
  ...declared,
  values,
});

type Declared = Pick<UserAttributes, 'version' | 'attributes'>;

const declared = object<Declared>({
  version: userFields.version,
  attributes: withDescription(listOf(declarationSchema), 'All declarations, in the order of forms.'),
});

/** The routes for the declarations of user attributes (docs/interface.md §4.4). */
export const userAttributeRoutes = ({ setUserAttributes }: UseCases<'setUserAttributes'>): readonly Route[] => [
  route({
    method: 'GET',
    path: '/user-attributes',
    operation: 'getUserAttributes',
    summary: 'Read the declarations of user attributes',
    access: 'authorized',
    anyRole: administrators,
    isVersioned: true,
    data: declared,
    read: async (_call, views) => {
      const { version, attributes } = await views.userAttributes.find();
      return { version, attributes };
    },
  }),
  route({
    method: 'PUT',
    path: '/user-attributes',
    operation: 'setUserAttributes',
    summary: 'Replace the declarations of user attributes',
    description:
      'The list replaces all declarations. A declaration can be removed, get another type, or allow fewer values only if no user has a value that would then not be allowed.',
    access: 'authorized',
    ...administratorsChange,
    body: SetUserAttributesBody,
    isVersioned: true,
    isConditional: true,
    data: declared,
    refuses: ['attributes-unacceptable', 'attribute-in-use'],
    handle: async ({ body, caller, ifMatch }) => {
      const { version, attributes } = await setUserAttributes({
        actor: caller,
        ifMatch,
        attributes: body.attributes.map(declarationOf),
      });
      return new WithVersion({ version, attributes }, version);
    },
  }),
];
