import { changeEntity, type Clock, type GuardedRepositories, type IdSource } from '@portcullis/application';
import type { OwnRepository, UnitOfWork, Uses } from '@portcullis/application';
import { orNotFound, type Actor, type Id, type OwnEntity, type VersionCondition } from '@portcullis/domain';
import { project, projectClosed } from './project.ts';

interface Dependencies {
  readonly work: UnitOfWork<GuardedRepositories<{ readonly shopProjects: OwnRepository }> & Uses<'events'>>;
  readonly clock: Clock;
  readonly ids: IdSource;
}

interface Input {
  readonly actor: Actor;
  readonly id: Id<string>;
  readonly ifMatch: VersionCondition | undefined;
}

/**
 * Closes a project.
 * @throws {BusinessError} shop-project-not-found, version-changed
 */
export const closeProject =
  (deps: Dependencies) =>
  ({ actor, id, ifMatch }: Input): Promise<OwnEntity> =>
    deps.work.run(async (tx) => {
      const stored = orNotFound(await tx.shopProjects.lock(id), project.resource.notFound);
      const closed = { ...stored, status: 'closed', updatedAt: deps.clock.now() };
      const change = { actor, event: projectClosed, stored, ifMatch };
      const { saved } = await changeEntity(tx, deps, change, async (allow) => ({
        saved: { ...closed, ...(await tx.shopProjects.save(allow(closed))) },
        before: { status: stored['status'] ?? null },
        after: { status: closed.status },
      }));
      return saved;
    });

export type CloseProject = ReturnType<typeof closeProject>;
