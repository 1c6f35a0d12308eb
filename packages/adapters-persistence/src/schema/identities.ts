/** The accounts of users at identity providers (ADR 93). */
export const identities = `
CREATE TABLE identities (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  issuer text NOT NULL,
  subject text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  last_used_at timestamptz(3) NOT NULL,
  CONSTRAINT identities_subject_key UNIQUE (issuer, subject)
);
CREATE INDEX identities_user_id ON identities (user_id);

-- A ticket of a sign-in is valid only for a minute, so the table is unlogged, although a crash of the database empties an
-- unlogged table.
CREATE UNLOGGED TABLE sign_in_tickets (
  hash text PRIMARY KEY,
  challenge text NOT NULL,
  provider text NOT NULL,
  account jsonb NOT NULL,
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX sign_in_tickets_expires_at ON sign_in_tickets (expires_at);
`;
