import { field, route, schema } from '@portcullis/adapters-http';
import { resourceModule, type Services } from '../../src/index.ts';

interface Greeting {
  readonly text: string;
  readonly at: Date;
}

class GreetingQuery {
  @field.Optional() @field.Text({ min: 1, max: 50 }) name?: string;
}

/**
 * Declares the endpoint GET /api/greeting. It requires a permission, validates its parameter, and is in the API
 * document.
 */
export const greetings = resourceModule({
  name: 'acme.greetings',
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
        data: schema.named('Greeting', () => schema.object<Greeting>({ text: schema.text, at: schema.timestamp })),
        handle: async ({ query: { name = 'world' } }) => ({ text: `Hello, ${name}.`, at: clock.now() }),
      }),
    ],
  ],
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
});
