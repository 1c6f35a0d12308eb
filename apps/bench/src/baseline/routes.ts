import type { IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { accessReader } from './access.ts';
import type { Reply } from './answer.ts';
import type { Database } from './database.ts';
import { logIn } from './log-in.ts';
import { menuTree, type MenuRow } from './menu-tree.ts';
import { forbidden, Refused, sessionEnded } from './refused.ts';
import { setRoles } from './set-roles.ts';
import * as sql from './statements.ts';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const invalid = () => new Refused(400, 1005, 'Some of the values sent are not valid.');

function idFrom(text: string): string {
  if (uuid.test(text)) return text;
  throw invalid();
}

const clientOf = ({ socket, headers }: IncomingMessage) => ({
  ipAddress: socket.remoteAddress ?? '',
  userAgent: headers['user-agent'] ?? '',
});

function pageOf(query: URLSearchParams) {
  const page = Number(query.get('page') ?? 1);
  const pageSize = Number(query.get('pageSize') ?? 10);
  if (Number.isInteger(page) && page > 0 && Number.isInteger(pageSize) && pageSize > 0 && pageSize <= 100) {
    return { page, pageSize, offset: (page - 1) * pageSize };
  }
  throw invalid();
}

type Row = Readonly<Record<string, unknown>>;

/** The seven reads, the write and the login that are measured; `secret` signs tokens. */
export function routes(database: Database, secret: string) {
  const { rows, pool } = database;
  const callerOf = accessReader(secret);
  const asCaller = async <R extends object>(
    request: IncomingMessage,
    name: string,
    text: string,
    more: unknown[] = [],
  ) => {
    const { sessionId, userId } = callerOf(request.headers.authorization);
    const found = await rows<R>(name, text, [sessionId, userId, ...more]);
    if (found.length === 0) throw sessionEnded();
    return found;
  };

  const permission = async (request: IncomingMessage, id: string): Promise<Reply> => {
    const [row] = await asCaller<Row>(request, 'permission', sql.onePermission, [idFrom(id)]);
    const { allowed, ...found } = row ?? {};
    if (allowed !== true) throw forbidden();
    return { data: present(found) };
  };

  const permissions = async (request: IncomingMessage, query: URLSearchParams): Promise<Reply> => {
    const { page, pageSize, offset } = pageOf(query);
    const found = await asCaller<Row>(request, 'permissions', sql.pageOfPermissions, [pageSize, offset]);
    if (found[0]?.['allowed'] !== true) throw forbidden();
    const items = found.filter(({ id }) => id !== null).map(({ allowed: _allowed, total: _total, ...item }) => item);
    return { data: JSON.stringify({ items, total: found[0]['total'], page, pageSize }) };
  };

  /** Without a total, which is left at null; with `count`, one that is counted each time. */
  const contents = async (query: URLSearchParams): Promise<Reply> => {
    const { page, pageSize, offset } = pageOf(query);
    const counts = query.has('count');
    const text = counts ? sql.countedPageOfContents : sql.pageOfContents;
    const found = await rows<Row>(counts ? 'counted contents' : 'contents', text, [pageSize, offset]);
    const total = counts ? found[0]?.['total'] : null;
    const items = counts ? found.map(({ total: _total, ...item }) => item) : found;
    return { data: JSON.stringify({ items, total, page, pageSize }), isPublic: true };
  };

  const putRoles = async (request: IncomingMessage, userId: string): Promise<Reply> => {
    const caller = callerOf(request.headers.authorization);
    const body: { roleIds?: unknown } = Object(await json(request));
    const roleIds = Array.isArray(body.roleIds) ? body.roleIds.map((id) => idFrom(String(id))) : [];
    const input = { caller, userId: idFrom(userId), roleIds, ...clientOf(request) };
    const client = await pool.connect();
    try {
      await client.query('BEGIN');
      const reply = await setRoles(client, input);
      await client.query('COMMIT');
      return reply;
    } catch (error) {
      await client.query('ROLLBACK');
      throw error;
    } finally {
      client.release();
    }
  };

  const postLogin = async (request: IncomingMessage): Promise<Reply> => {
    const { username, password }: { username?: unknown; password?: unknown } = Object(await json(request));
    if (typeof username !== 'string' || typeof password !== 'string') throw invalid();
    return logIn(database, secret, { login: username, password, ...clientOf(request) });
  };

  return async (request: IncomingMessage): Promise<Reply> => {
    const [path = '', search = ''] = (request.url ?? '').split('?', 2);
    const [, , noun = '', second = '', third = ''] = path.split('/');
    const query = new URLSearchParams(search);
    switch (`${request.method ?? ''} ${noun}`) {
      case 'GET auth': {
        const [own] = await asCaller<{ permissions: string[] }>(request, 'own', sql.ownPermissions);
        return { data: JSON.stringify(own) };
      }
      case 'GET permissions':
        return second === '' ? permissions(request, query) : permission(request, second);
      case 'GET users':
        return { data: present((await asCaller<Row>(request, 'user', sql.oneUser, [idFrom(second)]))[0]) };
      case 'GET menus':
        return { data: menuTree(await asCaller<MenuRow>(request, 'menus', sql.menuNodes)) };
      case 'GET contents':
        if (second === '') return contents(query);
        return { data: present((await rows<Row>('slug', sql.contentBySlug, [third]))[0]), isPublic: true };
      case 'POST auth':
        return postLogin(request);
      case 'PUT users':
        return putRoles(request, second);
      default:
        throw new Refused(404, 1004, 'There is nothing at this address.');
    }
  };
}

function present(row: Row | undefined): string {
  if (row === undefined || row['id'] === null) throw new Refused(404, 1201, 'There is no such thing.');
  return JSON.stringify(row);
}
