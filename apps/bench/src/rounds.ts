import type { Client } from 'pg';
import type { Case, Rival } from './cases.ts';
import { drive, type Figures, type Target, type Times } from './drive.ts';
import { driveArgon2 } from './hashing.ts';
import { setMenus } from './menus.ts';

/** Who was driven: Portcullis, a rival by its title, or the naive server. */
export interface Measured {
  readonly subject: string;
  readonly goal: number | undefined;
  /** One for each round. */
  readonly figures: readonly Figures[];
}

export interface CaseResult {
  readonly name: string;
  readonly title: string;
  readonly isRead: boolean;
  readonly ours: readonly Figures[];
  readonly rivals: readonly Measured[];
}

export interface Targets {
  readonly ours: Target;
  readonly baseline: Target;
  readonly naive: Target | undefined;
}

interface Subject {
  readonly title: string;
  readonly goal: number | undefined;
  readonly run: () => Promise<Figures>;
}

const ourTitle = 'Portcullis';

function subjectsOf(each: Case, { ours, baseline, naive }: Targets, times: Times, db: Client): readonly Subject[] {
  const rival = ({ title, goal, load }: Rival): Subject => ({
    title,
    goal,
    run: () => (load === undefined ? driveArgon2(each.load.connections, times) : drive(baseline, load, times, db)),
  });
  const plain = (title: string, target: Target): Subject => ({
    title,
    goal: undefined,
    run: () => drive(target, each.load, times, db),
  });
  const comparable = naive !== undefined && each.load.status === 200 && each.name !== 'login';
  return [plain(ourTitle, ours), ...each.rivals.map(rival), ...(comparable ? [plain('naive', naive)] : [])];
}

/** Rounds in which every subject of a case is driven right after the other, in turning order. */
export async function runRounds(
  cases: readonly Case[],
  targets: Targets,
  { rounds, times, db }: { readonly rounds: number; readonly times: Times; readonly db: Client },
  progress: (text: string) => void,
): Promise<readonly CaseResult[]> {
  const taken = cases.map((each) => ({
    each,
    subjects: subjectsOf(each, targets, times, db).map((subject) => ({ ...subject, figures: [] as Figures[] })),
  }));
  for (let round = 0; round < rounds; round += 1) {
    for (const { each, subjects } of taken) {
      progress(`round ${round + 1} of ${rounds}: ${each.title}`);
      await setMenus(db, each.menus);
      const order = round % 2 === 0 ? subjects : subjects.toReversed();
      for (const subject of order) subject.figures.push(await subject.run());
    }
  }
  return taken.map(({ each: { name, title, load }, subjects: [ours, ...rivals] }) => ({
    name,
    title,
    isRead: load.calls(0)[0]?.method === 'GET',
    ours: ours?.figures ?? [],
    rivals: rivals.map(({ title: subject, goal, figures }) => ({ subject, goal, figures })),
  }));
}
