import type { LimitRange, ResourceQuota } from '../../generated/kinds/core-v1.js';
import type { Strategy } from '../contract.js';
import { duplicate, invalid, required } from '../field-error.js';
import type { FieldError } from '../field-error.js';
import { qualifiedName } from '../names.js';
import { checked } from './labels.js';
import { as } from './loose.js';
import { validateResourceQuantity } from './pod-resources.js';
import { compareQuantities, quantityOf } from './quantity.js';
import { keepStatus } from './workload.js';

type Amounts = Record<string, string>;

/** The rules of limit ranges, as far as they are about numbers; what they limit is not limited here. */
export const limitRangeStrategy: Strategy = {
  createOnUpdate: true,
  default(object) {
    const spec = (as<LimitRange>(object).spec ??= {});
    for (const item of spec.limits ?? []) {
      if (item.type !== 'Container') continue;
      item.default = { ...item.max, ...item.default };
      item.defaultRequest = { ...item.min, ...item.default, ...item.defaultRequest };
      if (Object.keys(item.default).length === 0) delete item.default;
      if (Object.keys(item.defaultRequest).length === 0) delete item.defaultRequest;
    }
  },
  validate(object) {
    const seen = new Set<string>();
    return (as<LimitRange>(object).spec?.limits ?? []).flatMap((item, index) => {
      const path = `spec.limits[${String(index)}]`;
      const type = item.type ?? '';
      const errors = checked(`${path}.type`, type, qualifiedName);
      if (seen.has(type)) errors.push(duplicate(`${path}.type`, type));
      seen.add(type);
      const { min = {}, max = {} } = item as { min?: Amounts; max?: Amounts };
      for (const [name, least] of Object.entries(min)) {
        const most = max[name];
        if (most === undefined || compareQuantities(quantityOf(least), quantityOf(most)) <= 0) continue;
        const detail = `min value ${least} is greater than max value ${most}`;
        errors.push(invalid(`${path}.min[${name}]`, least, detail));
      }
      return errors;
    });
  },
};

/** The rules of quotas. Nothing is counted against them: that takes a controller. */
export const resourceQuotaStrategy: Strategy = {
  default(object) {
    as<ResourceQuota>(object).spec ??= {};
  },
  prepareForCreate(object) {
    object.status = {};
  },
  prepareForUpdate: keepStatus,
  validate(object) {
    const hard = (as<ResourceQuota>(object).spec?.hard ?? {}) as Amounts;
    return Object.entries(hard).flatMap(([name, amount]): FieldError[] => {
      const path = `spec.hard[${name}]`;
      const errors = checked(path, name, qualifiedName);
      if (name === '') errors.push(required(path));
      return [...errors, ...validateResourceQuantity(name, amount, path)];
    });
  },
};
