import type { Secret } from '../../generated/kinds/core-v1.js';
import type { Strategy } from '../contract.js';
import { invalid, required, tooLong } from '../field-error.js';
import type { FieldError } from '../field-error.js';
import { configKey, IMMUTABLE } from '../names.js';
import { decodedLength, MAX_DATA_BYTES, validateImmutableData } from './config-map.js';
import { checked } from './labels.js';
import { as, isEmpty } from './loose.js';

type Data = Readonly<Record<string, string>>;

function jsonProblem(base64: string): string | undefined {
  const text = Buffer.from(base64, 'base64').toString();
  try {
    const value = JSON.parse(text) as unknown;
    if (typeof value === 'object' && !Array.isArray(value)) return undefined;
    const kind = Array.isArray(value) ? 'array' : typeof value === 'boolean' ? 'bool' : typeof value;
    return `json: cannot unmarshal ${kind} into Go value of type map[string]interface {}`;
  } catch {
    if (text === '') return 'unexpected end of JSON input';
    const [first = ''] = text;
    return `invalid character '${first}' looking for beginning of value`;
  }
}

function requireJson(data: Data, key: string): FieldError[] {
  const value = data[key];
  if (value === undefined) return [required(`data[${key}]`)];
  const problem = jsonProblem(value);
  return problem === undefined ? [] : [invalid(`data[${key}]`, '<secret contents redacted>', problem)];
}

const requireKey = (data: Data, key: string): FieldError[] =>
  data[key] === undefined ? [required(`data[${key}]`)] : [];

/** What a type promises its readers. */
const TYPES: Readonly<Record<string, (data: Data, annotations: Data) => FieldError[]>> = {
  'kubernetes.io/service-account-token': (_, annotations) =>
    isEmpty(annotations['kubernetes.io/service-account.name'])
      ? [required('metadata.annotations[kubernetes.io/service-account.name]')]
      : [],
  'kubernetes.io/dockercfg': (data) => requireJson(data, '.dockercfg'),
  'kubernetes.io/dockerconfigjson': (data) => requireJson(data, '.dockerconfigjson'),
  'kubernetes.io/basic-auth': (data) =>
    data.username === undefined && data.password === undefined
      ? [required('data[username]'), required('data[password]')]
      : [],
  'kubernetes.io/ssh-auth': (data) => (isEmpty(data['ssh-privatekey']) ? [required('data[ssh-privatekey]')] : []),
  'kubernetes.io/tls': (data) => [...requireKey(data, 'tls.crt'), ...requireKey(data, 'tls.key')],
};

/** The rules of Secrets. */
export const secretStrategy: Strategy = {
  default(object) {
    const secret = as<Secret>(object);
    const { stringData } = secret;
    // Plain text is a way to write only: it becomes data, over what data has.
    if (stringData !== undefined && Object.keys(stringData).length > 0) {
      const data = (secret.data ??= {});
      for (const [key, value] of Object.entries(stringData)) data[key] = Buffer.from(value ?? '').toString('base64');
    }
    delete secret.stringData;
    if (isEmpty(secret.type)) secret.type = 'Opaque';
  },
  validate(object) {
    const secret = as<Secret>(object);
    const data = (secret.data ?? {}) as Data;
    const errors = Object.keys(data).flatMap((key) => checked(`data[${key}]`, key, configKey));
    const size = Object.values(data).reduce((sum, value) => sum + decodedLength(value), 0);
    if (size > MAX_DATA_BYTES) errors.push(tooLong('data', MAX_DATA_BYTES));
    return [...errors, ...(TYPES[secret.type ?? '']?.(data, object.metadata.annotations ?? {}) ?? [])];
  },
  validateUpdate(object, old) {
    const errors = object.type === old.type ? [] : [invalid('type', object.type, IMMUTABLE)];
    return [...errors, ...validateImmutableData(object, old, ['data'])];
  },
  warnings(object) {
    const { type, data } = as<Secret>(object);
    if (type !== 'kubernetes.io/tls') return [];
    const isPem = Buffer.from(data?.['tls.crt'] ?? '', 'base64').includes('-----BEGIN');
    return isPem ? [] : ['tls: failed to find any PEM data in certificate input'];
  },
};
