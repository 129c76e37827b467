import type { ConformanceCase } from '../case.js';
import { area as get } from './get.js';
import { area as list } from './list.js';
import { area as selectors } from './selectors.js';
import { area as create } from './create.js';
import { area as invalid } from './invalid.js';
import { area as update } from './update.js';
import { area as jsonPatch } from './json-patch.js';
import { area as mergePatch } from './merge-patch.js';
import { area as strategicPatch } from './strategic-patch.js';
import { area as apply } from './apply.js';
import { area as deletion } from './delete.js';
import { area as deleteCollection } from './delete-collection.js';
import { area as watch } from './watch.js';
import { area as expired } from './expired.js';
import { area as subresources } from './subresources.js';
import { area as crd } from './crd.js';
import { area as redefinition } from './redefinition.js';
import { area as kinds } from './kinds.js';
import { area as pods } from './pods.js';
import { area as workloads } from './workloads.js';
import { area as network } from './network.js';
import { area as tables } from './tables.js';
import { area as discovery } from './discovery.js';
import { area as access } from './access.js';
import { area as http } from './http.js';

/** Every case of the suite. */
export const ALL_CASES: readonly ConformanceCase[] = [
  get,
  list,
  selectors,
  create,
  invalid,
  update,
  jsonPatch,
  mergePatch,
  strategicPatch,
  apply,
  deletion,
  deleteCollection,
  watch,
  expired,
  subresources,
  crd,
  redefinition,
  kinds,
  pods,
  workloads,
  network,
  tables,
  discovery,
  access,
  http,
].flatMap(({ cases }) => cases);
