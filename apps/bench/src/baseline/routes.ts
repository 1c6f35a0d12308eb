import type { IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { accessReader } from './access.ts';
import type { Reply } from './answer.ts';
import type { Connections } from './connections.ts';
import { contentBySlug, contentBySlugAs, pageOfContents } from './contents.ts';
import { logIn } from './log-in.ts';
import type { Statement, Texts } from './prepared.ts';
import { forbidden, invalid, rowOrNotFound, Refused, sessionEnded } from './refused.ts';
import { clientOf, idFrom, pageOf } from './requests.ts';
import { setRoles } from './set-roles.ts';
import * as sql from './statements.ts';
import { rememberedUserRoutes, userRoutes } from './user-routes.ts';

const requireAllowed = (allowed: string | null | undefined): void => {
  if (allowed !== 't') throw forbidden();
};

/** Returns a function that handles all measured requests; `secret` signs and verifies tokens. */
export function routes(connections: Connections, secret: string) {
  const callerOf = accessReader(secret);
  const asCaller = async (
    request: IncomingMessage,
    statement: Statement,
    more: readonly string[] = [],
  ): Promise<readonly [Texts, ...Texts[]]> => {
    const { sessionId, userId } = callerOf(request.headers.authorization);
    const [first, ...others] = await connections.execute(statement, [sessionId, userId, ...more]);
    if (first === undefined) throw sessionEnded();
    return [first, ...others];
  };

  const ownPermissions = async (request: IncomingMessage): Promise<Reply> => {
    const [[codes]] = await asCaller(request, sql.ownPermissions);
    return { data: `{"permissions":${codes}}` };
  };

  const permission = async (request: IncomingMessage, id: string): Promise<Reply> => {
    const [row] = await asCaller(request, sql.onePermission, [idFrom(id)]);
    requireAllowed(row[0]);
    return { data: sql.writePermission(rowOrNotFound(row, 1)) };
  };

  const permissions = async (request: IncomingMessage, query: string): Promise<Reply> => {
    const { number, size, offset } = pageOf(query);
    const rows = await asCaller(request, sql.pageOfPermissions, [size, offset]);
    const [[allowed, total]] = rows;
    requireAllowed(allowed);
    const items = rows.filter(([, , id]) => id !== null).map(sql.writeListedPermission);
    return { data: `{"items":[${items.join(',')}],"total":${total},"page":${number},"pageSize":${size}}` };
  };

  const user = async (request: IncomingMessage, id: string): Promise<Reply> => {
    const [row] = await asCaller(request, sql.oneUser, [idFrom(id)]);
    return { data: sql.writeUser(rowOrNotFound(row)) };
  };

  const content = (request: IncomingMessage, slug: string): Promise<Reply> => {
    const { authorization, 'if-none-match': known } = request.headers;
    return authorization === undefined
      ? contentBySlug(connections, slug, known)
      : contentBySlugAs(connections, callerOf(authorization), slug);
  };

  const putRoles = async (request: IncomingMessage, userId: string): Promise<Reply> => {
    const caller = callerOf(request.headers.authorization);
    const body: { roleIds?: unknown } = Object(await json(request));
    const roleIds = Array.isArray(body.roleIds) ? body.roleIds.map((id) => idFrom(String(id))) : [];
    const change = { caller, userId: idFrom(userId), roleIds, ...clientOf(request) };
    return connections.transaction((transaction) => setRoles(transaction, change));
  };

  const postLogin = async (request: IncomingMessage): Promise<Reply> => {
    const { username, password }: { username?: unknown; password?: unknown } = Object(await json(request));
    if (typeof username !== 'string' || typeof password !== 'string') throw invalid();
    return logIn(connections, secret, { login: username, password, ...clientOf(request) });
  };

  return async (request: IncomingMessage): Promise<Reply> => {
    const [path = '', query = ''] = (request.url ?? '').split('?', 2);
    const [, , noun = '', second = '', third = ''] = path.split('/');
    switch (`${request.method} ${noun}`) {
      case 'GET auth':
        return ownPermissions(request);
      case 'GET permissions':
        return second === '' ? permissions(request, query) : permission(request, second);
      case 'GET users':
        return user(request, second);
      case 'GET menus':
        return (query === 'remembered' ? rememberedUserRoutes : userRoutes)(
          connections,
          callerOf(request.headers.authorization),
        );
      case 'GET contents':
        return second === ''
          ? pageOfContents(connections, pageOf(query), request.headers['if-none-match'])
          : content(request, third);
      case 'POST auth':
        return postLogin(request);
      case 'PUT users':
        return putRoles(request, second);
      default:
        throw new Refused(404, 1004, 'There is nothing at this address.');
    }
  };
}
