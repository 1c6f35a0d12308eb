import { aMenu, aRole, aUser, given } from '@portcullis/application/testing';
import { expect } from 'chai';
import { menuViews, typeormUnitOfWork } from '../src/index.ts';
import { readerThat, type Reader } from '../src/postgres/reader.ts';
import { embeddedDatabase } from './support/databases.ts';

describe('Menus that several callers ask for at once (specification, section 4.5)', () => {
  const database = embeddedDatabase();

  const ask = () => database().reader.answer;

  /** Views that remember nothing: to read in full waits for `begun`, which may fail it; who is granted what, for `told`. */
  const viewsThatWait = (begun: () => Promise<unknown>, told: () => Promise<unknown> = () => Promise.resolve()) =>
    menuViews(
      readerThat(async <Row extends object, Whole extends object>(...question: Parameters<Reader['answer']>) => {
        const isInFull = question[0].name === 'menus granted in full';
        if (isInFull) await begun();
        const answer = await ask()<Row, Whole>(...question);
        if (!isInFull) await told();
        return answer;
      }),
    );

  function latch() {
    let open = (): void => undefined;
    const opened = new Promise<void>((resolve) => (open = resolve));
    return { opened, open: () => open() };
  }

  /** By then everything that was asked before is answered: the embedded database has one connection. */
  const asked = async (): Promise<void> => {
    for (let turn = 0; turn < 3; turn += 1) await ask()({ name: 'a moment', text: 'SELECT 1' });
  };

  const kept = aUser();
  const [role, menu] = [aRole(), aMenu()];
  before(() =>
    given(typeormUnitOfWork(database().dataSource), {
      menus: [menu],
      roles: [role],
      roleMenus: [[role.id, [menu.id]]],
      users: [kept],
      userRoles: [[kept.id, [role.id]]],
    }),
  );

  it('are read once for all of them', async () => {
    const callers = 20;
    const { opened, open } = latch();
    let asks = 0;
    // All are told in one turn, as when they share a connection.
    const told = () => {
      asks += 1;
      if (asks === callers) open();
      return opened;
    };
    const { grantedTo } = viewsThatWait(() => Promise.resolve(), told);
    const answers = await Promise.all(Array.from({ length: callers }, () => grantedTo(kept.id)));
    expect(new Set(answers).size).to.equal(1);
    expect(answers[0]?.granted).to.deep.equal(new Set([menu.id]));
  });

  it('are read again where the one who read them failed', async () => {
    let reads = 0;
    const gone = asked().then(() => Promise.reject(new Error('gone')));
    const { grantedTo } = viewsThatWait(() => ((reads += 1) === 1 ? gone : Promise.resolve()));
    const answers = await Promise.allSettled([grantedTo(kept.id), grantedTo(kept.id), grantedTo(kept.id)]);
    expect(answers.map(({ status }) => status).toSorted()).to.deep.equal(['fulfilled', 'fulfilled', 'rejected']);
  });

  it("are each caller's own where another's grants change meanwhile", async () => {
    const work = typeormUnitOfWork(database().dataSource);
    const [first, second] = [aUser(), aUser()];
    await given(work, { users: [first, second] });
    let asks = 0;
    const { opened, open } = latch();
    const { grantedTo } = viewsThatWait(() => ((asks += 1) === 1 ? opened : Promise.resolve()));
    const firsts = grantedTo(first.id);
    await asked();
    const seconds = grantedTo(second.id);
    await given(work, { userRoles: [[first.id, [role.id]]] });
    open();
    expect((await firsts).granted).to.deep.equal(new Set([menu.id]));
    expect((await seconds).granted).to.deep.equal(new Set());
  });
});
