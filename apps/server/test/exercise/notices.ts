import { field, route, schema } from '@portcullis/adapters-http';
import { BusinessError, declareRefusal } from '@portcullis/domain';
import { resourceModule, variable, type CommandCall, type Services } from '../../src/index.ts';

class NoticeQuery {
  @field.Optional() @field.Text({ min: 1, max: 50 }) to?: string;
}

interface Greeting {
  readonly text: string;
  readonly at: Date;
}

class GreetingQuery {
  @field.Optional() @field.Text({ min: 1, max: 50 }) name?: string;
}

/** A module with variables, a command, endpoints and a screen of its own, and without entries. */
export const notices = resourceModule({
  name: 'acme.notices',
  fits: '^1.0.0',
  variables: {
    noticeText: { name: 'ACME_NOTICE', type: variable.anyText, default: 'Hello', help: 'the text of each notice' },
    noticeMax: { name: 'ACME_MAX', type: variable.wholeNumber(1, 5), default: '3', help: 'notices on a page' },
  },
  commands: {
    'acme.countNotices': {
      summary: 'Print the number of notices, and who has asked.',
      args: ['reason'],
      run:
        ({ noticeMax }: { noticeMax: number }) =>
        async ({ args: [reason], actor, say }: CommandCall) => {
          if (reason === 'none') throw new BusinessError(declareRefusal('reason-not-found'), 'A reason is required.');
          say(`${noticeMax} notices, ${reason}, ${actor.type}`);
        },
    },
  },
  console: {
    screens: [
      {
        path: '/acme/greeting',
        title: ['Greeting', '问候'],
        anyOf: ['readGreeting'],
        script: new URL('screens/greeting.js', import.meta.url),
      },
    ],
  },
  routes: [
    ({ clock }: Pick<Services, 'clock'>) => [
      route({
        method: 'GET',
        path: '/greeting',
        operation: 'readGreeting',
        summary: 'Greet somebody',
        access: 'authorized',
        allPermissions: ['project.read'],
        query: GreetingQuery,
        data: schema.namedObject<Greeting>('Greeting', { text: schema.text, at: schema.timestamp }),
        handle: async ({ query: { name = 'world' } }) => ({ text: `Hello, ${name}.`, at: clock.now() }),
      }),
    ],
    ({ noticeText, noticeMax }: { noticeText: string; noticeMax: number }) => [
      route({
        method: 'GET',
        path: '/acme/notices',
        operation: 'listAcmeNotices',
        summary: 'List notices',
        access: 'authenticated',
        query: NoticeQuery,
        data: schema.listOf(schema.text),
        handle: async ({ query: { to = 'you' } }) => Array.from({ length: noticeMax }, () => `${noticeText}, ${to}`),
      }),
    ],
  ],
});
