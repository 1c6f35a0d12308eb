import { api, attempt, Button, can, defineMessages, Fragment, h, LoadBoundary, Panel } from '/admin/parts/v1.js';
import { ScreenHead, useLoad } from '/admin/parts/v1.js';

interface Project {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly version: number;
}

const messages = defineMessages({ close: ['Close', '关闭'], none: ['You own no project.', '您没有项目。'] });

/** The projects of the person, with a button that closes one. */
export default function Board({ title }: { readonly title: string }) {
  const text = messages();
  const load = useLoad(() => api.request<{ readonly items: readonly Project[] }>('get', '/api/shop/own-projects'), []);
  const close = ({ id, version }: Project) =>
    attempt(async () => {
      const params = { path: { id }, header: { 'If-Match': `"${version}"` } };
      await api.request('post', '/api/shop/projects/{id}/close', { params });
      load.reload();
    });
  return (
    <>
      <ScreenHead title={title} />
      <LoadBoundary of={load}>
        {({ items }) => (
          <Panel title={title}>
            {items.length === 0 && <p>{text.none}</p>}
            {items.map((project) => (
              <p key={project.id}>
                {project.name}: {project.status}
                {project.status !== 'closed' && can('closeShopProject') && (
                  <Button onClick={() => void close(project)}>{`${text.close}: ${project.name}`}</Button>
                )}
              </p>
            ))}
          </Panel>
        )}
      </LoadBoundary>
    </>
  );
}
