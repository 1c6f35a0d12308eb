import type { EventLog } from '../../ports/events.ts';
import type { State } from '../state.ts';

interface Named {
  readonly id: string | null;
  readonly name: string | null;
}

/** Adds the user name of an account to an actor or a subject without a name. */
const named = <Who extends Named>(state: State, who: Who): Who => {
  const user = [...state.users.values()].find(({ id }) => id === who.id);
  return { ...who, name: who.name ?? user?.username ?? null };
};

export const eventLog = (state: State): EventLog => ({
  add: async (event) => {
    const position = (state.events.at(-1)?.position ?? 0) + 1;
    const { actor, subject } = event;
    state.events = [
      ...state.events,
      { ...event, position, actor: named(state, actor), subject: named(state, subject) },
    ];
  },
});
