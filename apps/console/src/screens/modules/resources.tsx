import { defineMessages, textOf } from '../../language/module-texts.ts';
import { ScreenLink, type ScreenProps } from '../../navigation/screens.tsx';
import { CopyField } from '../../parts/actions.tsx';
import { Panel, ScreenHead } from '../../parts/elements.tsx';
import { Fold } from '../../parts/fold.tsx';
import { modulePathOf, type ModuleResource } from '../../resources/modules.ts';
import { moduleParts } from '../../session/session.ts';

const messages = defineMessages({
  intro: [
    'The resources of modules, as their definitions declare them. To change one, change its definition in the project.',
    '模块中定义的资源。要修改资源，请在项目中修改其定义。',
  ],
  fields: ['Fields', '字段'],
  field: ['Field', '字段'],
  name: ['Name', '名称'],
  type: ['Type', '类型'],
  settings: ['Settings', '设置'],
  entries: ['Open the entries', '打开条目'],
  more: ['Relations, permissions and routes', '关联、权限和接口'],
  relations: ['Relations', '关联'],
  refersTo: (field: string, target: string) => [`${field} refers to ${target}.`, `${field} 引用 ${target}。`] as const,
  referredBy: (target: string, field: string) =>
    [`${target} refers to it with ${field}.`, `${target} 通过 ${field} 引用它。`] as const,
  rights: ['Permissions', '权限'],
  routes: ['Routes', '接口'],
  addField: ['Command that adds a field', '添加字段的命令'],
  addResource: ['Command that adds a resource', '添加资源的命令'],
  commandHint: [
    'Run it in the folder of the project, with fields of your own.',
    '在项目文件夹中运行，并填写您自己的字段。',
  ],
  required: ['required', '必填'],
  unique: ['unique', '唯一'],
  fixed: ['set once', '只能设置一次'],
  searched: ['searched', '可搜索'],
  sorted: ['sorted', '可排序'],
  filtered: ['filtered', '可筛选'],
});

/** Returns the settings of a field, as words. */
function settingsOf(
  { keys, searchedFields }: ModuleResource,
  { value, isOptional, isFixed, isSorted, isFiltered }: ModuleResource['fields'][number],
): string {
  const text = messages();
  const settings: readonly (readonly [boolean, string])[] = [
    [!isOptional, text.required],
    [keys.includes(value), text.unique],
    [isFixed, text.fixed],
    [searchedFields.includes(value), text.searched],
    [isSorted, text.sorted],
    [isFiltered, text.filtered],
  ];
  return settings.flatMap(([isSet, word]) => (isSet ? word : [])).join(', ');
}

function FieldTable({ resource }: { readonly resource: ModuleResource }) {
  const text = messages();
  return (
    <div class="table-frame" role="region" aria-label={`${textOf(resource.title)}: ${text.fields}`} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{text.field}</th>
            <th scope="col">{text.name}</th>
            <th scope="col">{text.type}</th>
            <th scope="col">{text.settings}</th>
          </tr>
        </thead>
        <tbody>
          {resource.fields.map((field) => (
            <tr key={field.value}>
              <td dir="auto">{textOf(field.label)}</td>
              <td>
                <code>{field.value}</code>
              </td>
              <td>
                <code>{field.of === null ? field.type : `${field.type} (${field.of})`}</code>
              </td>
              <td>{settingsOf(resource, field)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const routesOf = ({ path, operations: of }: ModuleResource): readonly string[] => [
  `GET /api${path} · ${of.list}`,
  `POST /api${path} · ${of.create}`,
  `GET /api${path}/{id} · ${of.get}`,
  `PATCH /api${path}/{id} · ${of.update}`,
  `DELETE /api${path}/{id} · ${of.delete}`,
  `GET /api${path}/count · ${of.count}`,
  `GET /api${path}/export · ${of.export}`,
  `POST /api${path}/import · ${of.import}`,
];

const actions = ['read', 'create', 'update', 'delete'];

/** Returns the relations of a resource in both directions, as sentences. */
function relationsOf(resource: ModuleResource): readonly string[] {
  const text = messages();
  const own = resource.fields.flatMap(({ value, target }) => (target === null ? [] : text.refersTo(value, target)));
  const others = moduleParts.value.resources.flatMap(({ name, fields }) =>
    fields.flatMap(({ value, target }) => (target === resource.name ? text.referredBy(name, value) : [])),
  );
  return [...own, ...others];
}

const List = ({ title, items }: { readonly title: string; readonly items: readonly string[] }) =>
  items.length === 0 ? null : (
    <>
      <h3>{title}</h3>
      <ul>
        {items.map((item) => (
          <li key={item}>
            <bdi>{item}</bdi>
          </li>
        ))}
      </ul>
    </>
  );

function Resource({ resource }: { readonly resource: ModuleResource }) {
  const text = messages();
  const [, noun = ''] = resource.name.split('.');
  return (
    <Panel title={textOf(resource.title)}>
      <p>
        <code>{resource.name}</code> <ScreenLink path={modulePathOf(resource)}>{text.entries}</ScreenLink>
      </p>
      <FieldTable resource={resource} />
      <Fold title={text.more}>
        {() => (
          <>
            <List title={text.relations} items={relationsOf(resource)} />
            <List title={text.rights} items={actions.map((action) => `${resource.name}.${action}`)} />
            <List title={text.routes} items={routesOf(resource)} />
          </>
        )}
      </Fold>
      <CopyField label={text.addField} value={`npm run add -- field ${noun} note:text`} hint={text.commandHint} />
    </Panel>
  );
}

/** Shows every resource of modules with its fields, relations, permissions and routes, and the commands for changes. */
export function Resources({ title }: ScreenProps) {
  const text = messages();
  return (
    <>
      <ScreenHead title={title} />
      <p class="quiet">{text.intro}</p>
      {moduleParts.value.resources.map((resource) => (
        <Resource key={resource.name} resource={resource} />
      ))}
      <Panel title={text.addResource}>
        <CopyField
          label={text.addResource}
          value="npm run add -- resource invoice number:text! due:date amount:decimal"
          hint={text.commandHint}
        />
      </Panel>
    </>
  );
}
