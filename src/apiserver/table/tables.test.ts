import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ApiObject } from '../contract.js';
import { tableLayoutOf } from './index.js';

interface Recorded {
  readonly columns: readonly (readonly [name: string, type: string, format: string, priority: number])[];
  readonly rows: readonly {
    readonly object: ApiObject;
    readonly cells: readonly unknown[];
    readonly conditions?: unknown;
  }[];
}

// What a kube-apiserver 1.36.4 answered for the same objects.
const recorded = JSON.parse(readFileSync(new URL('fixtures/tables.json', import.meta.url), 'utf8')) as Readonly<
  Record<string, Recorded>
>;

// Ages go on counting, so any age stands for any other.
const AGE = /^(?:\d+[smhdy])+( ago\))?$|(?<=\()(?:\d+[smhdy])+(?= ago\))/;
const ageless = (cell: unknown): unknown => (typeof cell === 'string' ? cell.replace(AGE, '<age>') : cell);

// Kinds that few people look at get their name and when they were made.
const PLAIN = new Set([
  'limitranges',
  'componentstatuses',
  'flowschemas.flowcontrol.apiserver.k8s.io',
  'prioritylevelconfigurations.flowcontrol.apiserver.k8s.io',
  'ipaddresses.networking.k8s.io',
  'servicecidrs.networking.k8s.io',
  'csidrivers.storage.k8s.io',
  'volumeattachments.storage.k8s.io',
  'volumeattributesclasses.storage.k8s.io',
  'deviceclasses.resource.k8s.io',
  'resourceclaims.resource.k8s.io',
  'resourceclaimtemplates.resource.k8s.io',
  'resourceslices.resource.k8s.io',
  'mutatingadmissionpolicies.admissionregistration.k8s.io',
  'mutatingadmissionpolicybindings.admissionregistration.k8s.io',
  'validatingadmissionpolicies.admissionregistration.k8s.io',
  'validatingadmissionpolicybindings.admissionregistration.k8s.io',
]);

const designed = Object.entries(recorded).filter(([name]) => !PLAIN.has(name));
const layoutOf = (name: string): ReturnType<typeof tableLayoutOf> => {
  const [resource = '', ...group] = name.split('.');
  return tableLayoutOf(group.join('.'), resource);
};

describe('table layouts', () => {
  it.each(designed)('%s has the columns of the real server', (name, { columns }) => {
    expect(layoutOf(name).columns.map(({ name, type, format, priority }) => [name, type, format, priority])).toEqual(
      columns,
    );
  });

  it.each(designed.flatMap(([name, { rows }]) => rows.map((row) => [name, row.object.metadata.name, row] as const)))(
    '%s %s has the cells of the real server',
    (name, _, { object, cells, conditions }) => {
      const layout = layoutOf(name);
      expect(layout.cells(object, new Date()).map(ageless)).toEqual(cells.map(ageless));
      expect(layout.conditions?.(object)).toEqual(conditions);
    },
  );
});
