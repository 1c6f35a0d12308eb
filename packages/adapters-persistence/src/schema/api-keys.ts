import { searchText, timestamps } from './shared/columns.ts';

/** API keys of persons and of service accounts. A change of a key increments the version of its access tokens. */
export const apiKeys = `
CREATE TABLE api_keys (
  id uuid PRIMARY KEY,
  owner_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  name text NOT NULL,
  secret_hash text NOT NULL,
  token_version integer NOT NULL DEFAULT 1,
  permissions text[] NOT NULL,
  read_only boolean NOT NULL,
  allowed_addresses text[] NOT NULL,
  has_factor boolean NOT NULL,
  issued_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  last_used_at timestamptz(3),
  ${timestamps},
  ${searchText('name')}
);
CREATE INDEX api_keys_owner_id ON api_keys (owner_id, created_at);
`;
