import type { ImportedDocument } from '@portcullis/domain/internal/access/access-control';
import type { AccessControlChanges } from '@portcullis/domain/internal/access/access-control-changes';
import type { Actor } from '@portcullis/domain/internal/shared/actor';
import type { CreateDependencies } from '../dependencies.ts';
import type { AccessTarget } from '../ports/access-facts.ts';
import { compareAccess, type AffectedUsers } from './compare-access.ts';
import { applyImport, planImport, type ImportPlan } from './import-access-control.ts';

/** What `previewImport` needs. */
export interface PreviewImportInput {
  readonly actor: Actor;
  readonly document: ImportedDocument;
  /** Maximum number of users that are looked at, at most 200. */
  readonly limit: number;
}

/** What the import of an access-control document would change. */
export interface PreviewedImport extends AffectedUsers {
  readonly changes: AccessControlChanges;
}

/**
 * Finds out what an import would change, and who would gain or lose access. Nothing is stored.
 * @throws {InvalidDocument} if the document cannot be applied
 */
export const previewImport =
  (
    deps: CreateDependencies<
      'permissions' | 'menus' | 'roles' | 'userAttributes' | 'routeTables' | 'accessControl' | 'accessFacts' | 'events'
    >,
  ) =>
  ({ actor, document, limit }: PreviewImportInput): Promise<PreviewedImport> =>
    deps.work.run(
      async (tx) => {
        const plan = await planImport(tx, document);
        const affected = await compareAccess(tx, { targets: targetsOf(plan) }, { limit }, () =>
          applyImport(tx, deps, actor, plan),
        );
        return { ...affected, changes: plan.changes };
      },
      { isDryRun: true },
    );

const keysOf = (list: readonly { readonly key: string }[]) => new Set(list.map(({ key }) => key));

/** Returns the entries that exist already and would be changed. A new entry has no users before the import. */
function targetsOf({ installed, changes }: ImportPlan): readonly AccessTarget[] {
  const [permissions, menus, roles] = [keysOf(changes.permissions), keysOf(changes.menus), keysOf(changes.roles)];
  return [
    ...installed.permissions.flatMap(({ id, code }): readonly AccessTarget[] =>
      permissions.has(code) ? [{ kind: 'permission', id }] : [],
    ),
    ...installed.menus.flatMap(({ id, routeName }): readonly AccessTarget[] =>
      menus.has(routeName) ? [{ kind: 'menu', id }] : [],
    ),
    ...installed.roles.flatMap(({ id, code }): readonly AccessTarget[] =>
      roles.has(code) ? [{ kind: 'role', id }] : [],
    ),
  ];
}
