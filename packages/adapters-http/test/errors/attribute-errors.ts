import { unique } from '../support/service.ts';
import { fields, type ErrorCase } from './error-case.ts';

/** Errors of the declarations and values of user attributes. */
export const attributeErrors = {
  'attributes-unacceptable': [
    400,
    1005,
    'There is no such attribute.',
    fields('attributes.department'),
    ({ admin, user }) => admin.patch(`/users/${user.id}`, { attributes: { department: 'x' } }),
  ],
  'attribute-in-use': [
    409,
    1009,
    'Users have values of these attributes that would not be allowed: department.',
    null,
    async ({ admin, user }) => {
      const declared = { name: 'department', label: unique(), type: 'number', readableBy: 'self', writableBy: 'admin' };
      await admin.put('/user-attributes', { attributes: [declared] });
      await admin.patch(`/users/${user.id}`, { attributes: { department: 1 } });
      const refused = await admin.put('/user-attributes', { attributes: [] });
      await admin.patch(`/users/${user.id}`, { attributes: { department: null } });
      await admin.put('/user-attributes', { attributes: [] });
      return refused;
    },
  ],
} satisfies Readonly<Record<string, ErrorCase>>;
