import { importedUserFields, textOfRole } from '@portcullis/adapters-http/internal/routes/imports/imported-users';
import type { ExportedUser } from '@portcullis/application/internal/ports/imports';
import type { AttributeDeclaration } from '@portcullis/domain/internal/conditions/user-attribute';
import { cellOf, csvLine } from '@portcullis/adapters-http/internal/responses/spreadsheet-cells';
import { attributePrefix } from './user-cells.ts';

/** Returns the fields of a user in the form that an import reads. */
const fieldsOf = ({ id: _id, createdAt, roles, ...user }: ExportedUser) => ({
  ...user,
  roles: roles.map(textOfRole),
  createdAt: createdAt.toISOString(),
});

/** Returns a line of NDJSON. Fields without a value are left out. */
export const lineOfUser = (user: ExportedUser): string =>
  `${JSON.stringify(Object.fromEntries(Object.entries(fieldsOf(user)).filter(([, value]) => value !== null)))}\n`;

const genderCell = (gender: ExportedUser['gender']): string =>
  cellOf(typeof gender === 'string' && /^(?:\d|".*")$/.test(gender) ? JSON.stringify(gender) : gender);

const columns = importedUserFields.filter((name) => name !== 'attributes');

/** Returns functions that write users as CSV with a column for each attribute. */
export const csvOfUsers = (declarations: readonly AttributeDeclaration[]) => {
  const names = declarations.map(({ name }) => name);
  return {
    header: csvLine([...columns, ...names.map((name) => attributePrefix + name)]),
    line: (user: ExportedUser): string => {
      const given = fieldsOf(user);
      const fields: Readonly<Record<string, unknown>> = { ...given, roles: given.roles.join(' ') };
      const cells = columns.map((name) => (name === 'gender' ? genderCell(user.gender) : cellOf(fields[name])));
      return csvLine([...cells, ...names.map((name) => cellOf(user.attributes[name]))]);
    },
  };
};
