import type { AccessDecision } from '@portcullis/domain/internal/access/decide-access';
import { declarePermission } from '@portcullis/domain/internal/roles/permission';
import type { BodyLimits } from '../../body/receive-body.ts';
import { HttpError, unknownRoute } from '../../responses/http-error.ts';
import { object, text, withDescription } from '../../validation/schema.ts';
import { evaluatePermission } from './access.ts';
import { entityNames, evaluationError, questionReader, type Entities } from './authzen-questions.ts';
import {
  EvaluationBody,
  EvaluationsBody,
  maxEvaluations,
  memberOf,
  semanticIn,
  type Semantic,
} from './authzen-requests.ts';
import { withPoints } from '../operation-text.ts';
import { route, type Route } from '../route.ts';
import { authzenForm, decisionSchema, decisionsSchema, type Decision } from '../schemas/authzen.ts';
import type { UseCases } from '../use-cases.ts';

/** The permission to learn the reasons too. */
const explainPermission = declarePermission('access.explain');

interface AuthzenRouteDependencies extends UseCases<'evaluateAccess'> {
  /** The address of the service. Undefined if it is not configured, so that nobody can discover the service. */
  readonly publicUrl: string | undefined;
  /** Limits on requests with several evaluations. */
  readonly bodyLimits: BodyLimits;
}

const decisionOf = ({ isAllowed, reason, roles }: AccessDecision, explains: boolean): Decision => ({
  decision: isAllowed,
  ...(explains && { context: { reason, roles } }),
});

/** The value of a decision at which the evaluations end. Undefined if all of them are made. */
const finalDecisions: Readonly<Record<Semantic, boolean | undefined>> = {
  execute_all: undefined,
  deny_on_first_deny: false,
  permit_on_first_permit: true,
};

/** Returns the decisions until the first that ends the evaluations. */
function untilFinal(decisions: readonly Decision[], options: unknown): readonly Decision[] {
  const final = finalDecisions[semanticIn(options) ?? 'execute_all'];
  const index = decisions.findIndex(({ decision }) => decision === final);
  return index === -1 ? decisions : decisions.slice(0, index + 1);
}

/** @throws {HttpError} validation-failed */
function requireEvaluation(entities: Entities): void {
  const message = evaluationError(entities);
  if (message === undefined) return;
  throw new HttpError('validation-failed', 'The evaluation is not valid.', { errors: [{ field: '', message }] });
}

/** The evaluations of a request. */
interface Evaluations {
  /** Those that differ from each other. */
  readonly distinct: readonly Entities[];
  /** For each evaluation of the request, in its order, the index of the equal one in `distinct`. */
  readonly indexes: readonly number[];
}

/** Adds the entities that evaluations take from the request, and finds equal evaluations, which are decided once. */
function distinctEvaluations(defaults: Entities, evaluations: readonly unknown[]): Evaluations {
  const distinct = new Map<string, { readonly index: number; readonly entities: Entities }>();
  const indexes = evaluations.map((evaluation) => {
    const own: Entities = Object.fromEntries(entityNames.map((name) => [name, memberOf(evaluation, name)]));
    const given = Object.fromEntries(Object.entries(own).filter(([, entity]) => entity !== undefined));
    // The entities of the request are the same for all evaluations, so the key contains only those of the evaluation.
    const key = JSON.stringify(given, keepInfinite);
    const each = distinct.get(key) ?? { index: distinct.size, entities: { ...defaults, ...given } };
    distinct.set(key, each);
    return each.index;
  });
  return { distinct: [...distinct.values()].map(({ entities }) => entities), indexes };
}

/** JSON has no infinite numbers, which too large numbers become. Nothing can be compared with them or with an object. */
const keepInfinite = (_name: string, value: unknown): unknown =>
  typeof value === 'number' && !Number.isFinite(value) ? {} : value;

/**
 * The routes of the AuthZEN Authorization API 1.0 (docs/interface.md §4.14).
 * @param all returns the routes whose access rules decide about operations
 */
export function authzenRoutes(
  { evaluateAccess, publicUrl, bodyLimits }: AuthzenRouteDependencies,
  all: () => readonly Route[],
): readonly Route[] {
  let reader: ReturnType<typeof questionReader> | undefined;
  const questionOf = (entities: Entities) => (reader ??= questionReader(all()))(entities);

  const evaluateOne = async (entities: Entities, explains: boolean): Promise<Decision> => {
    const [decision] = await evaluateAccess([questionOf(entities)]);
    if (decision === undefined) throw new Error('There is no decision.');
    return decisionOf(decision, explains);
  };

  const evaluateAll = async ({ distinct, indexes }: Evaluations, explains: boolean): Promise<readonly Decision[]> => {
    const errors = distinct.map(evaluationError);
    const valid = distinct.filter((_each, index) => errors[index] === undefined);
    const decided = (await evaluateAccess(valid.map(questionOf))).values();
    const decisions = errors.map((message): Decision => {
      if (message !== undefined) return { decision: false, context: { error: { status: 400, message } } };
      const next = decided.next();
      if (next.done) throw new Error('There is no decision.');
      return decisionOf(next.value, explains);
    });
    return indexes.flatMap((index) => decisions[index] ?? []);
  };

  const common = {
    base: '',
    standard: authzenForm,
    changesNothing: true,
    idempotencyKey: 'ignored',
    allPermissions: [evaluatePermission],
    privileged: { roles: [], permissions: [explainPermission] },
  } as const;

  return [
    route({
      ...common,
      method: 'POST',
      access: 'authorized',
      path: '/access/v1/evaluation',
      operation: 'evaluateAccess',
      summary: 'Decide whether a user or an API key may do something',
      description: withPoints(
        'The Access Evaluation API of AuthZEN 1.0. Unknown subjects, resources and actions are denied, never an error, and `context` changes nothing. The data are read for every request in one statement.',
        [
          'Callers need a permission with the code `access.evaluate`, also with the role ADMIN; an administrator creates it. Callers who also hold `access.explain` get `context` with a `reason` and the codes of the `roles` that it concerns. A key that is `readOnly` is accepted.',
          'The `id` of a user is the id or the user name. A text in the form of an id is always an id, because otherwise somebody could take the id of another user as a user name. The `id` of a key is its id, never its text. A key that is `readOnly` is denied every permission (`key-read-only`), unless the last part of its code is `read` or begins with `read-`. A key with `allowedAddresses` is decided for the address in `subject.properties.ip_address`, and denied without one.',
          '`resource.type` and `action.name` are the `resource` and the `action` of a permission that the subject must hold. Three pairs have another meaning, even if a permission has the same resource and action: `operation` and `call` (the id is an operation of this document, and the rules are those of `GET /api/auth/operations`), `permission` and `hold` (the id is a code), and `menu` and `show` (the id is a route name). API keys have no menus.',
          'A condition on a permission of a resource of another service is decided with `resource.properties`, and `resource.id` as `id`. A property that is null or absent is missing. One that is an object, or a list of other values than texts, numbers and booleans, is present, but no comparison with it is true. Conditions on permissions of this service, also for resources of your own, and those in questions about a `permission` or an `operation`, count as not met (`conditional`).',
          'No session is known, so a role with `requiresFactor` gives a user nothing; it gives a key what it gives in requests with the key.',
          'The response repeats every `X-Request-ID` of 1 to 255 printable ASCII characters.',
        ],
      ),
      body: EvaluationBody,
      data: decisionSchema,
      handle: async ({ body, isPrivileged }) => evaluateOne(body, await isPrivileged()),
    }),
    route({
      ...common,
      method: 'POST',
      access: 'authorized',
      path: '/access/v1/evaluations',
      operation: 'evaluateAccesses',
      summary: 'Decide several questions about access',
      description: `The Access Evaluations API of AuthZEN 1.0, with at most ${maxEvaluations} evaluations, all decided with data that was read at the same time. Equal evaluations are decided once. An evaluation that is not valid is denied, with an error in its \`context\`. Without evaluations, the request and the response are those of a single evaluation.`,
      bodyLimits,
      body: EvaluationsBody,
      data: decisionsSchema,
      handle: async ({ body, isPrivileged }) => {
        const { evaluations = [], options } = body;
        const explains = await isPrivileged();
        if (evaluations.length === 0) {
          requireEvaluation(body);
          return evaluateOne(body, explains);
        }
        const { subject, action, resource } = body;
        const decisions = await evaluateAll(distinctEvaluations({ subject, action, resource }, evaluations), explains);
        return { evaluations: untilFinal(decisions, options) };
      },
    }),
    route({
      base: '',
      method: 'GET',
      path: '/.well-known/authzen-configuration',
      operation: 'getAuthzenConfiguration',
      summary: 'Find the AuthZEN endpoints',
      description:
        'The addresses begin with `PUBLIC_URL`. If it is not set, the status is 404. There are no search endpoints.',
      access: 'public',
      standard: authzenForm,
      data: object({
        policy_decision_point: withDescription(text, 'The address of the service.'),
        access_evaluation_endpoint: withDescription(text, 'The URL for single evaluations.'),
        access_evaluations_endpoint: withDescription(text, 'The URL for several evaluations.'),
      }),
      refuses: ['unknown-route'],
      handle: async () => {
        if (publicUrl === undefined) throw unknownRoute();
        return {
          policy_decision_point: publicUrl,
          access_evaluation_endpoint: `${publicUrl}/access/v1/evaluation`,
          access_evaluations_endpoint: `${publicUrl}/access/v1/evaluations`,
        };
      },
    }),
  ];
}
