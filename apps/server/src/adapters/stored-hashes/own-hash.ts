import type { PasswordCost } from '../../config/limits.ts';

/** Returns the beginning of the hashes that this service computes with this cost. */
export const ownPrefix = ({ memoryCost, timeCost, parallelism }: PasswordCost): string =>
  `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`;
