import type { SessionId } from '@portcullis/domain/internal/shared/ids';
import type { Role } from '@portcullis/domain/internal/roles/role';
import type { User } from '@portcullis/domain/internal/accounts/user';
import { size } from '@portcullis/testing/internal/full-size';
import { expect } from 'chai';
import fc from 'fast-check';
import { removeFactor } from '../../../src/auth/factors/remove-factor.ts';
import { confirmTotp, enrolTotp } from '../../../src/auth/factors/totp.ts';
import { logInWithFactor } from '../../../src/auth/log-in-with-factor.ts';
import { logIn } from '../../../src/auth/log-in.ts';
import { refreshSession } from '../../../src/auth/sessions/refresh-session.ts';
import type { LoggedIn } from '../../../src/auth/sessions/start-session.ts';
import { listUserRoutes } from '../../../src/menus/list-user-routes.ts';
import { updateRole } from '../../../src/roles/roles.ts';
import { resetFactors } from '../../../src/users/user-credentials.ts';
import { aClient, aMenu, anActor, aPermission, aRole, aUser } from '@portcullis/testing/internal/builders';
import { codeAt } from '@portcullis/testing/internal/factors';
import { given, givenPassword } from '@portcullis/testing/internal/given';
import { refusalOf } from '@portcullis/testing/internal/refusal-of';
import { InMemoryWorld } from '@portcullis/testing/internal/world';

const stepMs = 30_000;
const sequences = size(4000);
const origin = { ...aClient, network: aClient.ipAddress };

interface OpenSession {
  readonly id: SessionId;
  readonly refreshToken: string;
}

/**
 * A user who has a role that grants a permission and a menu. `logIn` and `enrol` are actions of this user. `require` is
 * an action of an administrator.
 */
class Holder {
  readonly world = new InMemoryWorld();
  readonly user: User = aUser();
  readonly role: Role = aRole();
  readonly #permission = aPermission();
  readonly #menu = aMenu();

  static async create(): Promise<Holder> {
    const holder = new Holder();
    await given(holder.world, {
      permissions: [holder.#permission],
      menus: [holder.#menu],
      roles: [holder.role],
      rolePermissions: [[holder.role.id, [holder.#permission.id]]],
      roleMenus: [[holder.role.id, [holder.#menu.id]]],
      users: [holder.user],
      userRoles: [[holder.user.id, [holder.role.id]]],
    });
    return holder;
  }

  readonly require = (requiresFactor: boolean) =>
    updateRole(this.world)({ actor: anActor(), id: this.role.id, change: { requiresFactor } });

  readonly actorIn = (sessionId: SessionId | null) =>
    anActor({ id: this.user.id, name: this.user.username, sessionId });

  /** Logs in with the password, and with a code if the account has a factor. */
  async logIn(): Promise<OpenSession & Pick<LoggedIn, 'user'>> {
    const byPassword = logIn(this.world)({ login: this.user.username, password: givenPassword, ...origin });
    const { user, token } = await byPassword.catch(async (error: unknown) => {
      const { details } = await refusalOf(byPassword);
      if (details === undefined || !('challenge' in details)) throw error;
      return logInWithFactor(this.world)({ challenge: details.challenge, code: this.#nextCode(), ...origin });
    });
    const { sessionId: id } = this.world.refreshTokens.read(token.refreshToken) ?? expect.fail('There is no session.');
    return { id, refreshToken: token.refreshToken, user };
  }

  async enrol(sessionId: SessionId | null) {
    const actor = this.actorIn(sessionId);
    const { id } = await enrolTotp(this.world)({ actor });
    await confirmTotp(this.world)({ actor, factorId: id, code: this.#nextCode() });
    return id;
  }

  /**
   * Returns whether the role has an effect on five results: the role codes and the permission codes of the access
   * check, the roles and the permissions in the user's profile, and the user's menus.
   */
  async gains(sessionId: SessionId): Promise<readonly boolean[]> {
    const { access, users } = this.world;
    const query = { userId: this.user.id, sessionId, roles: [this.role.code], permissions: [this.#permission.code] };
    const grants = await access.check(query).grants;
    const profile = await users.profile(this.user.id, sessionId);
    const routes = await listUserRoutes(this.world)(this.user.id, sessionId);
    return [grants?.roles, grants?.permissions, profile?.roles, profile?.permissions, routes].map(
      (list) => (list ?? []).length > 0,
    );
  }

  /** Returns an unused code. Each code works once, so the clock advances by a time step first. */
  #nextCode(): string {
    this.world.clock.advance(stepMs);
    return codeAt(this.world.clock.now());
  }
}

const [everything, nothing] = [Array.from({ length: 5 }, () => true), Array.from({ length: 5 }, () => false)];

describe('Roles that require a factor', () => {
  it('a role grants nothing while it requires a factor that the user lacks, from the next request on', async () => {
    const holder = await Holder.create();
    const { id, user } = await holder.logIn();
    expect(user.roles).to.deep.equal([holder.role.code]);
    expect(await holder.gains(id)).to.deep.equal(everything);
    await holder.require(true);
    expect(await holder.gains(id)).to.deep.equal(nothing);
    expect((await holder.logIn()).user.roles).to.deep.equal([]);
    await holder.require(false);
    expect(await holder.gains(id)).to.deep.equal(everything);
  });

  it('a role grants everything in the session that confirmed the first code, and after login with a code', async () => {
    const holder = await Holder.create();
    await holder.require(true);
    const [first, second] = [await holder.logIn(), await holder.logIn()];
    await holder.enrol(first.id);
    expect([await holder.gains(first.id), await holder.gains(second.id)]).to.deep.equal([everything, nothing]);
    const third = await holder.logIn();
    expect(third.user.roles).to.deep.equal([holder.role.code]);
    expect(await holder.gains(third.id)).to.deep.equal(everything);
  });

  it('users cannot remove their last factor if a role requires one, but administrators can', async () => {
    const holder = await Holder.create();
    const { id } = await holder.logIn();
    const [first, other] = [await holder.enrol(id), await holder.enrol(id)];
    await holder.require(true);
    const remove = (factorId: typeof first) => removeFactor(holder.world)({ actor: holder.actorIn(id), factorId });
    await remove(first);
    expect((await refusalOf(remove(other))).refusal).to.equal('last-factor');
    expect(await holder.gains(id)).to.deep.equal(everything);
    await resetFactors(holder.world)({ actor: anActor(), userId: holder.user.id });
    expect(await holder.gains(id)).to.deep.equal(nothing);
  });

  it('users can remove their last factor if no role requires one, and sessions then count as unproved', async () => {
    const holder = await Holder.create();
    const { id } = await holder.logIn();
    const factorId = await holder.enrol(id);
    await removeFactor(holder.world)({ actor: holder.actorIn(id), factorId });
    expect(await holder.gains(id)).to.deep.equal(everything);
    await holder.require(true);
    expect(await holder.gains(id)).to.deep.equal(nothing);
  });

  it(`a role never grants anything in a session without a proved factor, in ${sequences} random sequences`, async () => {
    const steps = ['require', 'release', 'log in', 'refresh', 'enrol', 'remove', 'reset', 'other session'] as const;
    type Step = (typeof steps)[number];
    const passes = { with: 0, without: 0 };

    /**
     * Executes the steps, and keeps its own record of the sessions in which a factor was proved. Then expects that the
     * role is effective in these sessions, and in the other sessions only if the role does not require a factor.
     */
    async function follow(holder: Holder, sequence: readonly Step[]): Promise<void> {
      const { world } = holder;
      const proved = new Set<SessionId>();
      let [current, hasFactor, isRequired] = [await holder.logIn(), false, false];
      const open = [current];
      const end = () => {
        proved.clear();
        hasFactor = false;
      };
      for (const step of sequence) {
        if (step === 'require' || step === 'release') await holder.require((isRequired = step === 'require'));
        if (step === 'log in') {
          open.push((current = await holder.logIn()));
          if (hasFactor) proved.add(current.id);
        }
        if (step === 'refresh') {
          const token = await refreshSession(world)({ client: aClient, token: current.refreshToken });
          open[open.indexOf(current)] = current = { ...current, refreshToken: token.refreshToken };
        }
        if (step === 'enrol' && !hasFactor) {
          await holder.enrol(current.id);
          proved.add(current.id);
          hasFactor = true;
        }
        if (step === 'remove') {
          const [factor] = (await world.factors.of(holder.user.id)).factors;
          const removed = factor && removeFactor(world)({ actor: holder.actorIn(current.id), factorId: factor.id });
          const isProved = proved.has(current.id);
          if (removed !== undefined && (isRequired || !isProved)) {
            expect((await refusalOf(removed)).refusal).to.equal(isProved ? 'last-factor' : 'code-required');
          } else if (removed !== undefined) {
            await removed;
            end();
          }
        }
        if (step === 'reset') {
          await resetFactors(world)({ actor: anActor(), userId: holder.user.id });
          end();
        }
        if (step === 'other session') current = open[(open.indexOf(current) + 1) % open.length] ?? current;
      }
      for (const { id } of open) {
        const passed = !isRequired || proved.has(id);
        expect(await holder.gains(id), sequence.join(', ')).to.deep.equal(passed ? everything : nothing);
        if (isRequired) passes[passed ? 'with' : 'without'] += 1;
      }
    }

    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...steps), { minLength: 1, maxLength: 6 }), async (sequence) =>
        follow(await Holder.create(), sequence),
      ),
      { numRuns: sequences },
    );
    expect(passes.with).to.be.greaterThan(sequences / 50);
    expect(passes.without).to.be.greaterThan(sequences / 50);
  });
});
