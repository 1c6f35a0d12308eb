import { isId } from '@portcullis/domain';
import type { Person, Service } from './service.ts';

/** Makes the last login of a person older by changing the stored session. */
export async function ageSession(
  { world }: Pick<Service, 'world'>,
  { id }: Pick<Person, 'id'>,
  seconds: number,
): Promise<void> {
  if (!isId<'User'>(id)) throw new Error(`${id} is no id.`);
  const [session] = (await world.sessions.list({ userId: id, page: 1, pageSize: 1 })).items;
  const at = world.clock.now();
  await world.run(async (tx) => {
    const stored = session && (await tx.sessions.lockLive(session.id, at));
    if (stored === undefined) throw new Error('There is no session.');
    const createdAt = new Date(at.getTime() - seconds * 1000);
    await tx.sessions.save({ ...stored, createdAt, authenticatedAt: null });
  });
}
