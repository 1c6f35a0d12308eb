import { searchText, timestamps } from './shared/columns.ts';
import { searchIndex } from './shared/search-index.ts';
import { keepTotal } from './shared/totals.ts';
import { countVersions, versionColumns } from './shared/versions.ts';

export const permissionTotal = { table: 'permissions' };

export const permissions = `
CREATE TABLE permissions (
  id uuid PRIMARY KEY,
  code text NOT NULL CONSTRAINT permissions_code_key UNIQUE,
  name text NOT NULL CONSTRAINT permissions_name_key UNIQUE,
  description text,
  resource text NOT NULL,
  action text NOT NULL,
  is_system boolean NOT NULL,
  status smallint NOT NULL CHECK (status IN (0, 1)),
  ${versionColumns},
  ${timestamps},
  ${searchText('code', 'name', 'description')}
);
CREATE INDEX permissions_created_at ON permissions (created_at, id);
CREATE INDEX permissions_updated_at ON permissions (updated_at, id);
CREATE INDEX permissions_code ON permissions (code COLLATE "C", id);
CREATE INDEX permissions_name ON permissions (name COLLATE "und-x-icu", id);
CREATE INDEX permissions_by_resource ON permissions (resource COLLATE "C", id);
CREATE INDEX permissions_by_action ON permissions (action COLLATE "C", id);
CREATE INDEX permissions_resource ON permissions (resource, action);
CREATE INDEX permissions_status ON permissions (status, id);
${searchIndex('permissions')}
${keepTotal(permissionTotal)}
${countVersions('permissions')}
`;
