import type { ClientBase } from 'pg';

/** Resolves when the code of a transaction may continue after a statement. */
export type NextTurn = () => Promise<void>;

const turns = new WeakMap<ClientBase, NextTurn>();

/** Makes the transactions of a connection wait for `next` after each statement. */
export function continueInTurns(client: ClientBase, next: NextTurn): void {
  turns.set(client, next);
}

/** Waits until the code of a transaction on this connection may continue. */
export const turnOf = async (client: ClientBase): Promise<void> => turns.get(client)?.();
