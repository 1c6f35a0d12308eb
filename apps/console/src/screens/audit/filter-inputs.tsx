import { UserFilter } from './user-filter.tsx';

/** Returns the input of a filter for a day. */
export const dayInput = (value: string, choose: (value: string) => void) => (
  <input type="date" value={value} onChange={(event) => choose(event.currentTarget.value)} />
);

/** Returns the input of a filter for a user. */
export const userInput = (value: string, choose: (value: string) => void) => (
  <UserFilter value={value} onChoose={choose} />
);
