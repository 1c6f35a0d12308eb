import { declareOperation } from '@portcullis/adapters-http/internal/routes/endpoint';
import { route } from '@portcullis/adapters-http/internal/routes/route';
import * as schema from '@portcullis/adapters-http/internal/validation/schema';

const getNote = declareOperation('getNote');
const note = { method: 'POST', path: '/notes', operation: 'createNote', summary: 'Create a note' } as const;
const handling = { access: 'authenticated', data: schema.nothing, handle: async () => undefined } as const;

export const right = route({ ...note, ...handling, idempotencyKey: { reread: getNote } });
// @ts-expect-error The id of an operation that another route names must be declared.
export const wrong = route({ ...note, ...handling, idempotencyKey: { reread: 'getNoet' } });
