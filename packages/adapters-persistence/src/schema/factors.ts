/** Second factors, passkeys among them, and their recovery codes. */
export const factors = `
-- Apps have a sealed secret and the last used time step, passkeys have the columns from name on.
CREATE TABLE factors (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  kind text NOT NULL,
  sealed_secret text,
  last_step integer,
  name text,
  credential_id text,
  public_key text,
  counter float8,
  transports text[],
  created_at timestamptz(3) NOT NULL,
  confirmed_at timestamptz(3),
  last_used_at timestamptz(3)
);
CREATE INDEX factors_user ON factors (user_id);
CREATE UNIQUE INDEX factors_credential_key ON factors (credential_id);

CREATE TABLE recovery_codes (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  code_hash text NOT NULL,
  PRIMARY KEY (user_id, code_hash)
);

-- Challenges that authenticators sign. A challenge of a login belongs to no user yet.
CREATE TABLE passkey_challenges (
  hash text PRIMARY KEY,
  user_id uuid REFERENCES users ON DELETE CASCADE,
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX passkey_challenges_user ON passkey_challenges (user_id);
CREATE INDEX passkey_challenges_expires ON passkey_challenges (expires_at);
`;
