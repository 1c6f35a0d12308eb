import {
  api,
  defineMessages,
  Fragment,
  FormView,
  h,
  Panel,
  ScreenHead,
  TextField,
  useForm,
  useState,
} from '/admin/parts/v1.js';

const messages = defineMessages({
  greet: ['Greet', '问候'],
  name: ['Name', '姓名'],
  hint: ['Whom the service greets.', '服务问候的对象。'],
});

/** The screen of the console for GET /api/greeting. */
export default function Greeting({ title }: { readonly title: string }) {
  const text = messages();
  const [greeting, setGreeting] = useState('');
  const form = useForm({
    initial: { name: '' },
    save: async ({ name }) => {
      const query = name === '' ? {} : { name };
      const greeted = await api.request<{ readonly text: string }>('get', '/api/greeting', { params: { query } });
      setGreeting(greeted.text);
    },
  });
  return (
    <>
      <ScreenHead title={title} />
      <Panel title={text.greet}>
        <FormView form={form} action={text.greet}>
          <TextField form={form} name="name" label={text.name} hint={text.hint} isOptional />
        </FormView>
        <p role="status" dir="auto">
          {greeting}
        </p>
      </Panel>
    </>
  );
}
