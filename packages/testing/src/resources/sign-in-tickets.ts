import type { SignInTicketRepository } from '@portcullis/application/internal/ports/identities';
import { oneTimeTokens } from '../tables/one-time-tokens.ts';
import type { State } from '../tables/state.ts';

export const contracts = [() => import('../contracts/identities.ts')];

export const repository = ({ signInTickets }: State): SignInTicketRepository => oneTimeTokens(signInTickets);
