import type { Schemas } from '@portcullis/client';
import { texts } from '../../language/language.ts';
import { Code, CodesSwitch, nameWithCode } from '../../parts/codes.tsx';
import { actionName, permissionName, resourceName } from '../../resources/built-in-names.ts';
import type { PermissionMatrix } from './permission-matrix.ts';
import { selectionStateOf, toggleAll } from './selection.ts';

type Permission = Schemas['Permission'];

interface MatrixProps {
  readonly matrix: PermissionMatrix;
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (ids: ReadonlySet<string>) => void;
}

/** Returns the text for the checkbox and the tooltip of a permission: its name, and whether it is disabled. */
const nameOf = ({ name, code, status }: Permission): string =>
  `${nameWithCode(permissionName({ name, code }), code)}${status === 1 ? '' : `, ${texts().roles.permissionDisabled}`}`;

/**
 * Shows permissions as a table of checkboxes, with a row for each resource and a column for each action. Permissions
 * without a cell are listed below the table.
 */
export function PermissionMatrixView({ matrix, chosen, onChoose }: MatrixProps) {
  const text = texts().roles;
  const toggle = ({ id }: Permission): void => onChoose(toggleAll([id], chosen));

  const cell = (permission: Permission) => (
    <label class={permission.status === 1 ? 'matrix-cell' : 'matrix-cell is-off'} title={nameOf(permission)}>
      <input
        type="checkbox"
        aria-label={nameOf(permission)}
        checked={chosen.has(permission.id)}
        onChange={() => toggle(permission)}
      />
      {permission.status === 1 ? undefined : <span aria-hidden="true">{text.permissionDisabled}</span>}
    </label>
  );

  return (
    <>
      <div class="matrix" role="region" aria-label={text.permissions} tabIndex={0}>
        <table>
          <caption class="visually-hidden">{text.permissions}</caption>
          <thead>
            <tr>
              <th scope="col">{texts().fields.resource}</th>
              {matrix.actions.map((action) => (
                <th key={action} scope="col">
                  {actionName(action)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {matrix.rows.map(({ resource, cells }) => {
              const ids = cells.flatMap((permission) => (permission === undefined ? [] : [permission.id]));
              const choice = selectionStateOf(ids, chosen);
              return (
                <tr key={resource}>
                  <th scope="row">
                    <label class="check">
                      <input
                        type="checkbox"
                        aria-label={text.allOf({ resource: resourceName(resource) })}
                        checked={choice === true}
                        indeterminate={choice === 'mixed'}
                        onChange={() => onChoose(toggleAll(ids, chosen))}
                      />
                      {resourceName(resource)}
                    </label>
                  </th>
                  {cells.map((permission, index) => (
                    <td key={matrix.actions[index]}>{permission === undefined ? undefined : cell(permission)}</td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      <CodesSwitch />
      {matrix.others.length === 0 ? undefined : (
        <fieldset class="field other-permissions">
          <legend>{text.otherPermissions}</legend>
          {matrix.others.map((permission) => (
            <label key={permission.id} class="check">
              <input type="checkbox" checked={chosen.has(permission.id)} onChange={() => toggle(permission)} />
              <span>
                <span dir="auto">{permissionName(permission)}</span> <Code of={permission.code} />{' '}
                {permission.status === 1 ? undefined : <span class="tag tag-off">{text.permissionDisabled}</span>}
              </span>
            </label>
          ))}
        </fieldset>
      )}
    </>
  );
}
