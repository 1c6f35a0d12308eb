/** Sessions, and what begins or prepares one. Only hashes of tokens are stored. */
export const sessions = `
-- authenticated_at is null if the user has not authenticated again since the login (ADR 103). passkey_id is the passkey
-- with which the session began: the session ends when the passkey is removed.
CREATE TABLE sessions (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  refresh_hash text NOT NULL,
  previous_hash text,
  rotated_at timestamptz(3),
  has_factor boolean NOT NULL DEFAULT false,
  passkey_id uuid,
  authenticated_at timestamptz(3),
  ip_address text NOT NULL,
  user_agent text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  last_used_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX sessions_user_id ON sessions (user_id);
CREATE INDEX sessions_expires_at ON sessions (expires_at);

-- Logins that wait for a code of a second factor.
CREATE TABLE login_challenges (
  token_hash text PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  failures integer NOT NULL,
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX login_challenges_user ON login_challenges (user_id);
CREATE INDEX login_challenges_expires ON login_challenges (expires_at);

-- With a setup link, the first administrator chooses a user name and a password.
CREATE TABLE setup_links (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  token_hash text NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  used_at timestamptz(3)
);

-- The links in mails (ADR 88), with the address to which a link was sent. If a client requests a link for an account that
-- does not exist, a row is stored too, so that the request takes as long as for an existing account. The user id in such
-- a row belongs to no user, so user_id is not a foreign key.
CREATE TABLE mail_links (
  token_hash text PRIMARY KEY,
  purpose text NOT NULL,
  user_id uuid NOT NULL,
  email text,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX mail_links_user ON mail_links (user_id);
CREATE INDEX mail_links_expires ON mail_links (expires_at);

-- A ticket opens a stream of live updates. It is valid only for seconds, so the table is unlogged, although a crash of
-- the database empties an unlogged table.
CREATE UNLOGGED TABLE stream_tickets (
  hash text PRIMARY KEY,
  user_id uuid NOT NULL,
  session_id uuid NOT NULL,
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX stream_tickets_expires_at ON stream_tickets (expires_at);
`;
