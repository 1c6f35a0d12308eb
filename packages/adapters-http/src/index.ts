export * as field from './validation/fields.ts';
export * as schema from './validation/schema.ts';
export { administrators } from './routes/access/access.ts';
export type { ConsolePart, ConsoleScreen } from './routes/console.ts';
export { ListParameters } from './routes/list-query.ts';
export { route, type Route } from './routes/route.ts';
export { Describe } from './validation/descriptions.ts';
export { Like, requestOf } from './validation/request.ts';
export { partial, type RequestSchema } from './validation/validate.ts';
