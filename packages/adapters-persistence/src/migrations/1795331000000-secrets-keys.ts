import { migration } from './migration.ts';

/**
 * Adds a table with the ids of the keys that encrypt stored secrets, so that a start with another key is found. At most
 * one key is not lost: the one with which new secrets are encrypted.
 */
export const SecretsKeys1795331000000 = migration(
  'SecretsKeys1795331000000',
  `
      CREATE TABLE secrets_keys (id text PRIMARY KEY, is_lost boolean NOT NULL);
      CREATE UNIQUE INDEX secrets_keys_current ON secrets_keys (is_lost) WHERE NOT is_lost`,
);
