import { resourceName } from '../../meta/index.js';
import type { TableLayout } from '../contract.js';
import { clusterLayouts } from './cluster.js';
import { plainLayout } from './layout.js';
import { workloadLayouts } from './workloads.js';

export { customTableLayout } from './custom.js';
export type { PrinterColumn } from './custom.js';

/** How a built-in resource is shown; its name and when it was created, if nobody designed more. */
export function tableLayoutOf(group: string, resource: string): TableLayout {
  const name = resourceName({ group, resource });
  return workloadLayouts[name] ?? clusterLayouts[name] ?? plainLayout;
}
