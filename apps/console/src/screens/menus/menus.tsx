import { ScreenHead } from '../../layout/screen-head.tsx';
import { useLoad } from '../../parts/load.ts';
import { Content } from '../../parts/states.tsx';
import { TreeView } from '../../parts/tree-view.tsx';
import { api } from '../../session/session.ts';
import { menusMessages } from './messages.ts';

export function Menus() {
  const text = menusMessages();
  const tree = useLoad((signal) => api.get('/api/menus/tree', { signal }), []);
  return (
    <>
      <ScreenHead title={text.title} />
      <Content of={tree}>
        {(nodes) => <TreeView label={text.title} nodes={nodes} content={(menu) => menu.title} />}
      </Content>
    </>
  );
}
