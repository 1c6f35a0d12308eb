import type { Schemas } from '@portcullis/client';
import { dayText, Panel } from '../../parts/elements.tsx';
import { BarChart, type Series } from './bar-chart.tsx';
import { overviewMessages } from './messages.ts';

type Days = Schemas['Overview']['activity'];

function FiguresTable({ days, series }: { readonly days: Days; readonly series: readonly Series[] }) {
  const text = overviewMessages();
  return (
    <details>
      <summary>{text.asTable}</summary>
      <div class="table-frame" role="region" aria-label={text.activity} tabIndex={0}>
        <table>
          <caption class="visually-hidden">{text.activity}</caption>
          <thead>
            <tr>
              <th scope="col">{text.day}</th>
              {series.map(({ name }) => (
                <th key={name} scope="col" class="number">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map(({ day }, index) => (
              <tr key={day}>
                <td>{dayText(day)}</td>
                {series.map(({ name, values }) => (
                  <td key={name} class="number">
                    {values.at(-1 - index)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

/** Shows the numbers of log-ins and changes per day, as charts and as a table. */
export function ActivityChart({ days }: { readonly days: Days }) {
  const text = overviewMessages();
  const logIns: readonly Series[] = [
    { name: text.logIns, color: 'good', values: days.map((day) => day.logIns) },
    { name: text.refusedLogIns, color: 'danger', values: days.map((day) => day.refusedLogIns) },
  ];
  const changes: readonly Series[] = [{ name: text.changes, color: 'accent', values: days.map((day) => day.changes) }];
  const labels = days.map(({ day }) => dayText(day));
  return (
    <Panel title={text.activity}>
      <p class="hint">{text.activityHint}</p>
      <BarChart labels={labels} series={logIns} />
      <BarChart labels={labels} series={changes} />
      <FiguresTable days={days} series={[...logIns, ...changes]} />
    </Panel>
  );
}
