import { StoreFailure, type Transaction, type UnitOfWork } from '@portcullis/application';
import { BusinessError } from '@portcullis/domain';
import { QueryFailedError, type DataSource, type EntityManager } from 'typeorm';
import { auditLog } from './audit.ts';
import { categoryRepository } from './categories.ts';
import { refusalByConstraint } from './constraints.ts';
import { contentRepository } from './contents.ts';
import { menuRepository } from './menus.ts';
import { permissionRepository } from './permissions.ts';
import { roleRepository } from './roles.ts';
import { sessionRepository } from './sessions.ts';
import { tagRepository } from './tags.ts';
import { userRepository } from './users.ts';

const transaction = (db: EntityManager): Transaction => ({
  users: userRepository(db),
  sessions: sessionRepository(db),
  roles: roleRepository(db),
  permissions: permissionRepository(db),
  menus: menuRepository(db),
  contents: contentRepository(db),
  categories: categoryRepository(db),
  tags: tagRepository(db),
  audit: auditLog(db),
});

export const typeormUnitOfWork = (dataSource: DataSource): UnitOfWork => ({
  run: async (work) => {
    let begun = false;
    try {
      return await dataSource.transaction((db) => {
        begun = true;
        return work(transaction(db));
      });
    } catch (error) {
      throw begun && !(error instanceof QueryFailedError) ? error : storeError(error);
    }
  },
});

/** The refusal a constraint stands for, else a failure of the store. */
function storeError(cause: unknown): BusinessError | StoreFailure {
  const { constraint = '' }: { constraint?: string } = cause instanceof QueryFailedError ? cause.driverError : {};
  const known = refusalByConstraint.get(constraint);
  return known === undefined
    ? new StoreFailure('The transaction failed.', { cause })
    : new BusinessError(known.refusal, known.message, undefined, { cause });
}
