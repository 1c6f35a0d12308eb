import { UserFilter } from './user-filter.tsx';

/** Creates the input of a filter by day. */
export const dayInput = (value: string, choose: (value: string) => void) => (
  <input type="date" value={value} onChange={(event) => choose(event.currentTarget.value)} />
);

/** Creates the input of a filter by user. */
export const userInput = (value: string, choose: (value: string) => void) => (
  <UserFilter value={value} onChoose={choose} />
);
