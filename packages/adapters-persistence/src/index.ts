export { databaseTimeouts, openDatabase, type Database, type DatabaseOptions } from './database.ts';
export { contentViews } from './contents.ts';
export { menuViews } from './menus.ts';
export { permissionViews } from './permissions.ts';
export { roleViews } from './roles.ts';
export { accessViews } from './sessions.ts';
export { typeormUnitOfWork } from './unit-of-work.ts';
export { userViews } from './users.ts';
