import type { Client } from 'pg';
import type { Case, Rival } from './cases.ts';
import { measureLoad, type Measurement, type Load, type Target, type Times } from './drive.ts';
import { measureArgon2 } from './hashing.ts';
import { setMenus } from './menus.ts';

/** The results of one program with which Portcullis is compared. */
export interface Measured {
  readonly subject: string;
  /** The figures of each round. */
  readonly figures: readonly Measurement[];
}

export interface CaseResult {
  readonly name: string;
  readonly title: string;
  readonly ours: readonly Measurement[];
  readonly rivals: readonly Measured[];
}

export interface Targets {
  readonly ours: Target;
  readonly baseline: Target;
  readonly baselineInKoa: Target | undefined;
  readonly naive: Target | undefined;
}

interface Subject {
  readonly title: string;
  readonly run: () => Promise<Measurement>;
}

const ourTitle = 'Portcullis';

function subjectsOf(
  each: Case,
  { ours, baseline, baselineInKoa, naive }: Targets,
  times: Times,
  db: Client,
): readonly Subject[] {
  const rival = ({ title, load }: Rival): Subject => ({
    title,
    run: () =>
      load === undefined ? measureArgon2(each.load.connections, times) : measureLoad(baseline, load, times, db),
  });
  const plain = (title: string, target: Target, load: Load): Subject => ({
    title,
    run: () => measureLoad(target, load, times, db),
  });
  const inKoa = each.rivals[0]?.load;
  const isNaiveComparable = each.load.status === 200 && each.name !== 'login';
  return [
    plain(ourTitle, ours, each.load),
    ...each.rivals.map(rival),
    ...(baselineInKoa !== undefined && inKoa !== undefined ? [plain('baseline in Koa', baselineInKoa, inKoa)] : []),
    ...(naive !== undefined && isNaiveComparable ? [plain('naive', naive, each.load)] : []),
  ];
}

/**
 * Measures all cases in several rounds. In each round, the servers of a case are measured in direct succession. The
 * order of the servers is reversed in every second round.
 */
export async function runRounds(
  cases: readonly Case[],
  targets: Targets,
  { rounds, times, db }: { readonly rounds: number; readonly times: Times; readonly db: Client },
  progress: (text: string) => void,
): Promise<readonly CaseResult[]> {
  const taken = cases.map((each) => ({
    each,
    subjects: subjectsOf(each, targets, times, db).map((subject) => ({ ...subject, figures: [] as Measurement[] })),
  }));
  // The first round is not counted: V8 has compiled little code by then, and this slows Portcullis more than the
  // baseline.
  for (let round = 0; round <= rounds; round += 1) {
    for (const { each, subjects } of taken) {
      progress(`${round === 0 ? 'warming up' : `round ${round} of ${rounds}`}: ${each.title}`);
      await setMenus(db, each.menus);
      const order = round % 2 === 0 ? subjects : subjects.toReversed();
      for (const subject of order) {
        const figures = await subject.run();
        if (round > 0) subject.figures.push(figures);
      }
    }
  }
  return taken.map(({ each: { name, title }, subjects: [ours, ...rivals] }) => ({
    name,
    title,
    ours: ours?.figures ?? [],
    rivals: rivals.map(({ title: subject, figures }) => ({ subject, figures })),
  }));
}
