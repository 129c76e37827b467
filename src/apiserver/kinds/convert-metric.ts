import type { MetricIdentifier, MetricSpec, MetricStatus } from '../../generated/kinds/autoscaling-v2.js';
import type { Loose } from './loose.js';

type Fields = Record<string, unknown>;
type Amount = string | undefined;

/** The parts of a metric, by the type that names them. `v1` writes the same ones flat. */
const PARTS = ['object', 'pods', 'resource', 'containerResource', 'external'] as const;
type Part = (typeof PARTS)[number];

const compact = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
/** `v1` has plain quantities where the newer version may have none: they show as zero. */
const amount = (value: Amount): string => value ?? '0';

function partsOf<T extends Fields>(metric: Fields, convertPart: (part: Part, fields: Fields) => T): Fields {
  const result: Fields = { type: metric.type };
  for (const part of PARTS) {
    const fields = metric[part];
    if (typeof fields === 'object' && fields !== null) result[part] = convertPart(part, fields as Fields);
  }
  return result;
}

/** A metric to scale by, in the form that `autoscaling/v1` keeps in an annotation. */
export function metricToV1(metric: Loose<MetricSpec>): Fields {
  return partsOf(metric as Fields, (part, fields) => {
    const { target = {}, metric: id = {} } = fields as { target?: Fields; metric?: Loose<MetricIdentifier> };
    const { value, averageValue, averageUtilization } = target as { value?: Amount; averageValue?: Amount } & Fields;
    const named = { metricName: id.name ?? '', selector: id.selector };
    switch (part) {
      case 'object':
        return compact({ target: fields.describedObject, ...named, targetValue: amount(value), averageValue });
      case 'pods':
        return compact({ ...named, targetAverageValue: amount(averageValue) });
      case 'external':
        return compact({
          metricName: named.metricName,
          metricSelector: named.selector,
          targetValue: value,
          targetAverageValue: averageValue,
        });
      default:
        return compact({
          name: fields.name,
          targetAverageUtilization: averageUtilization,
          targetAverageValue: averageValue,
          container: fields.container,
        });
    }
  });
}

/** The opposite of `metricToV1`. */
export function metricFromV1(metric: Fields): Loose<MetricSpec> {
  return partsOf(metric, (part, fields) => {
    const metricName = (fields.metricName ?? '') as string;
    const average = (fields.averageValue ?? fields.targetAverageValue) as Amount;
    switch (part) {
      case 'object': {
        const value = fields.targetValue as Amount;
        return compact({
          describedObject: fields.target,
          target: compact({
            type: average === undefined ? 'Value' : 'AverageValue',
            value: average === undefined ? amount(value) : value === '0' ? undefined : value,
            averageValue: average,
          }),
          metric: compact({ name: metricName, selector: fields.selector }),
        });
      }
      case 'pods':
        return {
          metric: compact({ name: metricName, selector: fields.selector }),
          target: { type: 'AverageValue', averageValue: amount(average) },
        };
      case 'external':
        return {
          metric: compact({ name: metricName, selector: fields.metricSelector }),
          target: compact({
            type: fields.targetValue === undefined ? 'AverageValue' : 'Value',
            value: fields.targetValue,
            averageValue: average,
          }),
        };
      default: {
        const percent = fields.targetAverageUtilization;
        return compact({
          name: fields.name,
          target: compact({
            type: percent === undefined ? 'AverageValue' : 'Utilization',
            averageValue: average,
            averageUtilization: percent,
          }),
          container: fields.container,
        });
      }
    }
  });
}

/** A measured metric, in the form that `autoscaling/v1` keeps in an annotation. */
export function statusToV1(status: Loose<MetricStatus>): Fields {
  return partsOf(status as Fields, (part, fields) => {
    const { current = {}, metric: id = {} } = fields as { current?: Fields; metric?: Loose<MetricIdentifier> };
    const { value, averageValue, averageUtilization } = current as { value?: Amount; averageValue?: Amount } & Fields;
    const metricName = id.name ?? '';
    switch (part) {
      case 'object':
        return compact({
          target: fields.describedObject,
          metricName,
          currentValue: amount(value),
          selector: id.selector,
          averageValue,
        });
      case 'pods':
        return compact({ metricName, currentAverageValue: amount(averageValue), selector: id.selector });
      case 'external':
        return compact({
          metricName,
          metricSelector: id.selector,
          currentValue: amount(value),
          currentAverageValue: averageValue,
        });
      default:
        return compact({
          name: fields.name,
          currentAverageUtilization: averageUtilization,
          currentAverageValue: amount(averageValue),
          container: fields.container,
        });
    }
  });
}

/** The opposite of `statusToV1`. */
export function statusFromV1(status: Fields): Loose<MetricStatus> {
  return partsOf(status, (part, fields) => {
    const name = (fields.metricName ?? '') as string;
    const value = amount(fields.currentValue as Amount);
    const average = fields.currentAverageValue as Amount;
    switch (part) {
      case 'object':
        return {
          metric: compact({ name, selector: fields.selector }),
          current: compact({ value, averageValue: fields.averageValue }),
          describedObject: fields.target,
        };
      case 'pods':
        return { metric: compact({ name, selector: fields.selector }), current: { averageValue: amount(average) } };
      case 'external':
        return {
          metric: compact({ name, selector: fields.metricSelector }),
          current: compact({ value, averageValue: average }),
        };
      default:
        return compact({
          name: fields.name,
          current: compact({
            averageValue: amount(average),
            averageUtilization: fields.currentAverageUtilization,
          }),
          container: fields.container,
        });
    }
  });
}
