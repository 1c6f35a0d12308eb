import { searchText, timestamps } from './shared/columns.ts';
import { searchIndex } from './shared/search-index.ts';
import { keepTotal } from './shared/totals.ts';
import { countVersions, versionColumns } from './shared/versions.ts';

export const userTotal = { table: 'users', key: 'status' };

/**
 * Names and addresses are stored as they were typed, and compared by their keys. If both the address and the name of a
 * new user are taken, PostgreSQL reports the constraint that was created first: the address. The password is null if the
 * user only signs in at an identity provider.
 */
const accounts = `
CREATE TABLE users (
  id uuid PRIMARY KEY,
  kind text NOT NULL DEFAULT 'PERSON' CHECK (kind IN ('PERSON', 'SERVICE')),
  email text NOT NULL,
  email_key text NOT NULL CONSTRAINT users_email_key UNIQUE,
  email_verified boolean NOT NULL DEFAULT false,
  username text NOT NULL,
  username_key text NOT NULL CONSTRAINT users_username_key UNIQUE,
  invited_until timestamptz(3),
  password_hash text,
  password_resets integer NOT NULL DEFAULT 0,
  nick_name text,
  phone text,
  gender jsonb,
  attributes jsonb NOT NULL DEFAULT '{}',
  status smallint NOT NULL CHECK (status IN (0, 1)),
  ${versionColumns},
  ${timestamps},
  ${searchText('username', 'email', 'nick_name', 'phone')}
);

-- Each index for sorting ends with the id as the tiebreaker, so that a page can be read in the order of the index. Most
-- lists filter by the status: rows with another status are skipped without reading the table.
CREATE INDEX users_created_at ON users (created_at, id);
CREATE INDEX users_updated_at ON users (updated_at, id) INCLUDE (status);
CREATE INDEX users_username ON users (username_key COLLATE "und-x-icu", id) INCLUDE (status);
CREATE INDEX users_email ON users (email_key COLLATE "C", id) INCLUDE (status);
CREATE INDEX users_nick_name ON users (nick_name COLLATE "und-x-icu", id) INCLUDE (status);
CREATE INDEX users_status ON users (status, id);
CREATE INDEX users_status_created_at ON users (status, created_at, id);
CREATE INDEX users_gender ON users ((gender #>> '{}'));
CREATE INDEX users_attributes ON users USING gin (attributes);
CREATE INDEX users_invited ON users ((invited_until IS NOT NULL), created_at, id);
CREATE INDEX users_service_accounts ON users (created_at, id) WHERE kind = 'SERVICE';
${searchIndex('users')}
${keepTotal(userTotal)}
${countVersions('users', ['password_hash', 'password_resets', 'email_key', 'username_key'])}
`;

const aboutAccounts = `
-- Accounts that registered themselves and that neither an administrator nor a verified address has confirmed (ADR 88).
CREATE TABLE unconfirmed_accounts (user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE);

-- The declarations of user attributes, which are one row.
CREATE TABLE user_attributes (
  id uuid PRIMARY KEY CHECK (id = '00000000-0000-4000-8000-500000000001'),
  attributes jsonb NOT NULL,
  version integer NOT NULL,
  updated_at timestamptz(3) NOT NULL
);
INSERT INTO user_attributes (id, attributes, version, updated_at)
  VALUES ('00000000-0000-4000-8000-500000000001', '[]', 1, now());

-- The networks from which users logged in (IPv4 addresses or IPv6 /64 networks). They are removed 30 days after a login.
CREATE TABLE login_addresses (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  network text NOT NULL,
  last_login_at timestamptz(3) NOT NULL,
  PRIMARY KEY (user_id, network)
);
CREATE INDEX login_addresses_last_login_at ON login_addresses (last_login_at);

-- A row of users has many indexes, which each login would have to update, so the time has a table of its own.
CREATE TABLE last_logins (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  at timestamptz(3) NOT NULL
);
CREATE INDEX last_logins_at ON last_logins (at, user_id);
`;

export const users = accounts + aboutAccounts;
