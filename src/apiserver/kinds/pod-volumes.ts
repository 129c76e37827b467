import type { DownwardAPIVolumeFile, KeyToPath, ProjectedVolumeSource, Volume } from '../../generated/kinds/core-v1.js';
import { duplicate, forbidden, invalid, notSupported, required } from '../field-error.js';
import type { FieldError } from '../field-error.js';
import { dnsLabel, dnsSubdomain } from '../names.js';
import { validateClaimTemplate } from './claim-spec.js';
import { checked } from './labels.js';
import type { Loose } from './loose.js';
import { isEmpty } from './loose.js';
import { descendingPath, localPath, noBacksteps, validateMode } from './paths.js';
import { validateFieldRef, validateResourceRef, VOLUME_FIELDS } from './pod-env.js';
import { quantityOf } from './quantity.js';

/** Ten minutes and 2^32, in seconds: how short and how long a mounted token may live. */
const MIN_TOKEN_SECONDS = 600;
const MAX_TOKEN_SECONDS = 2 ** 32;

const HOST_PATH_TYPES = [
  '',
  'BlockDevice',
  'CharDevice',
  'Directory',
  'DirectoryOrCreate',
  'File',
  'FileOrCreate',
  'Socket',
];

type Rule = (source: never, field: string, context: { isPod: boolean }) => FieldError[];

const requiredField = (field: string, value: string | undefined): FieldError[] =>
  isEmpty(value) ? [required(field)] : [];

function validateItem({ key, path = '', mode }: Loose<KeyToPath>, field: string): FieldError[] {
  return [
    ...requiredField(`${field}.key`, key),
    ...requiredField(`${field}.path`, path),
    ...localPath(`${field}.path`, path),
    ...validateMode(`${field}.mode`, mode),
  ];
}

const validateItems = (items: readonly Loose<KeyToPath>[] | undefined, field: string): FieldError[] =>
  (items ?? []).flatMap((item, index) => validateItem(item, `${field}.items[${String(index)}]`));

function validateDownwardFile(file: Loose<DownwardAPIVolumeFile>, field: string): FieldError[] {
  const { path = '', fieldRef, resourceFieldRef, mode } = file;
  const errors = [...requiredField(`${field}.path`, path), ...localPath(`${field}.path`, path)];
  if (fieldRef !== undefined) {
    errors.push(...validateFieldRef(fieldRef, VOLUME_FIELDS, `${field}.fieldRef`));
    if (resourceFieldRef !== undefined) {
      errors.push(invalid(field, 'resource', 'fieldRef and resourceFieldRef can not be specified simultaneously'));
    }
  } else if (resourceFieldRef !== undefined) {
    errors.push(...validateResourceRef(resourceFieldRef, `${field}.resourceFieldRef`, { inVolume: true }));
  } else errors.push(required(field, 'one of fieldRef and resourceFieldRef is required'));
  return [...errors, ...validateMode(`${field}.mode`, mode)];
}

function validateProjected({ sources, defaultMode }: Loose<ProjectedVolumeSource>, field: string): FieldError[] {
  const errors = validateMode(`${field}.defaultMode`, defaultMode);
  const paths = new Set<string>();
  const unique = (path: string | undefined, shown: string): void => {
    if (isEmpty(path)) return;
    if (paths.has(path)) errors.push(invalid(field, shown, 'conflicting duplicate paths'));
    paths.add(path);
  };
  for (const [index, source] of (sources ?? []).entries()) {
    const path = `${field}.sources[${String(index)}]`;
    for (const part of ['secret', 'configMap'] as const) {
      const projection = source[part];
      if (projection === undefined) continue;
      errors.push(...requiredField(`${path}.${part}.name`, projection.name));
      for (const [at, item] of (projection.items ?? []).entries()) {
        errors.push(...validateItem(item, `${path}.${part}.items[${String(at)}]`));
        unique(item.path, projection.name ?? '');
      }
    }
    for (const file of source.downwardAPI?.items ?? []) {
      errors.push(...validateDownwardFile(file, `${path}.downwardAPI`));
      unique(file.path, file.path ?? '');
    }
    const token = source.serviceAccountToken;
    if (token !== undefined) {
      const seconds = token.expirationSeconds ?? 0;
      const at = `${path}.serviceAccountToken.expirationSeconds`;
      if (seconds < MIN_TOKEN_SECONDS) {
        errors.push(invalid(at, seconds, 'may not specify a duration less than 10 minutes'));
      }
      if (seconds > MAX_TOKEN_SECONDS) {
        errors.push(invalid(at, seconds, 'may not specify a duration larger than 2^32 seconds'));
      }
      if (isEmpty(token.path)) errors.push(required(`${field}.path`));
      else errors.push(...localPath(`${field}.path`, token.path));
    }
    if (Object.keys(source).length > 1) {
      errors.push(forbidden(path, 'may not specify more than 1 volume type per source'));
    }
  }
  return errors;
}

/** The kinds of volumes in the order the server looks at them, with the rules of each that has some. */
const SOURCES: readonly (readonly [name: keyof Volume, rule?: Rule])[] = [
  [
    'emptyDir',
    ({ sizeLimit }: { sizeLimit?: string }, field) =>
      sizeLimit !== undefined && quantityOf(sizeLimit).value < 0n
        ? [forbidden(`${field}.sizeLimit`, 'SizeLimit field must be a valid resource quantity')]
        : [],
  ],
  [
    'hostPath',
    ({ path, type }: { path?: string; type?: string }, field) =>
      isEmpty(path)
        ? [required(`${field}.path`)]
        : [
            ...noBacksteps(`${field}.path`, path),
            ...(HOST_PATH_TYPES.includes(type ?? '') ? [] : [notSupported(`${field}.type`, type, HOST_PATH_TYPES)]),
          ],
  ],
  [
    'gitRepo',
    ({ repository, directory }: { repository?: string; directory?: string }, field) => [
      ...requiredField(`${field}.repository`, repository),
      ...descendingPath(`${field}.directory`, directory ?? ''),
    ],
  ],
  ['gcePersistentDisk'],
  ['awsElasticBlockStore'],
  [
    'secret',
    ({ secretName, defaultMode, items }: NonNullable<Loose<Volume>['secret']>, field) => [
      ...requiredField(`${field}.secretName`, secretName),
      ...validateMode(`${field}.defaultMode`, defaultMode),
      ...validateItems(items, field),
    ],
  ],
  [
    'nfs',
    ({ server, path = '' }: { server?: string; path?: string }, field) => [
      ...requiredField(`${field}.server`, server),
      ...requiredField(`${field}.path`, path),
      ...(path.startsWith('/') ? [] : [invalid(`${field}.path`, path, 'must be an absolute path')]),
    ],
  ],
  ['iscsi'],
  ['glusterfs'],
  ['flocker'],
  [
    'persistentVolumeClaim',
    ({ claimName }: { claimName?: string }, field) => requiredField(`${field}.claimName`, claimName),
  ],
  ['rbd'],
  ['cinder'],
  ['cephfs'],
  ['quobyte'],
  [
    'downwardAPI',
    ({ defaultMode, items }: NonNullable<Loose<Volume>['downwardAPI']>, field) => [
      ...validateMode(`${field}.defaultMode`, defaultMode),
      ...(items ?? []).flatMap((file) => validateDownwardFile(file, field)),
    ],
  ],
  ['fc'],
  ['flexVolume'],
  [
    'configMap',
    ({ name, defaultMode, items }: NonNullable<Loose<Volume>['configMap']>, field) => [
      ...requiredField(`${field}.name`, name),
      ...validateMode(`${field}.defaultMode`, defaultMode),
      ...validateItems(items, field),
    ],
  ],
  ['azureFile'],
  ['vsphereVolume'],
  ['photonPersistentDisk'],
  ['portworxVolume'],
  ['azureDisk'],
  ['storageos'],
  ['projected', validateProjected],
  ['scaleIO'],
  ['csi', ({ driver }: { driver?: string }, field) => requiredField(`${field}.driver`, driver)],
  [
    'ephemeral',
    ({ volumeClaimTemplate }: NonNullable<Loose<Volume>['ephemeral']>, field) =>
      volumeClaimTemplate === undefined
        ? [required(`${field}.volumeClaimTemplate`)]
        : validateClaimTemplate(volumeClaimTemplate, `${field}.volumeClaimTemplate`),
  ],
  [
    'image',
    ({ reference }: { reference?: string }, field, { isPod }) =>
      isPod ? requiredField(`${field}.reference`, reference) : [],
  ],
];

function validateSource(volume: Loose<Volume>, field: string, context: { isPod: boolean }): FieldError[] {
  const errors: FieldError[] = [];
  let known = false;
  for (const [name, rule] of SOURCES) {
    const source = volume[name];
    if (source === undefined) continue;
    const path = `${field}.${name}`;
    if (known) errors.push(forbidden(path, 'may not specify more than 1 volume type'));
    else if (rule !== undefined) errors.push(...rule(source as never, path, context));
    known = true;
  }
  return known ? errors : [...errors, required(field, 'must specify a volume type')];
}

/** The volumes of a pod. `names` gets those that containers may mount. */
export function validateVolumes(
  volumes: readonly Loose<Volume>[],
  field: string,
  options: { podName: string | undefined; isPod: boolean; names: Map<string, Loose<Volume>> },
): FieldError[] {
  const errors: FieldError[] = [];
  const made = volumes.filter(({ ephemeral }) => ephemeral !== undefined);
  const claims = isEmpty(options.podName) ? [] : made.map(({ name }) => `${options.podName ?? ''}-${name ?? ''}`);
  for (const [index, volume] of volumes.entries()) {
    const path = `${field}[${String(index)}]`;
    const name = volume.name ?? '';
    const found = validateSource(volume, path, options);
    if (volume.ephemeral !== undefined && !isEmpty(options.podName) && name !== '') {
      const claim = `${options.podName}-${name}`;
      for (const detail of dnsSubdomain(claim)) {
        found.push(invalid(`${path}.name`, name, `PVC name ${JSON.stringify(claim)}: ${detail}`));
      }
    }
    found.push(...(name === '' ? [required(`${path}.name`)] : checked(`${path}.name`, name, dnsLabel)));
    if (options.names.has(name)) found.push(duplicate(`${path}.name`, name));
    if (found.length === 0) options.names.set(name, volume);
    errors.push(...found);
    const claimName = volume.persistentVolumeClaim?.claimName;
    if (claimName !== undefined && claims.includes(claimName)) {
      const detail = 'must not reference a PVC that gets created for an ephemeral volume';
      errors.push(invalid(`${path}.persistentVolumeClaim.claimName`, claimName, detail));
    }
  }
  return errors;
}
