import { UserFilter } from './user-filter.tsx';

export const dayInput = (value: string, choose: (value: string) => void) => (
  <input type="date" value={value} onChange={(event) => choose(event.currentTarget.value)} />
);

export const userInput = (value: string, choose: (value: string) => void) => (
  <UserFilter value={value} onChoose={choose} />
);
