import { describe, expect, it } from 'vitest';
import { acceptHeader, parseContentType } from './media-type.js';

describe('parseContentType', () => {
  it.each([
    ['application/json', 'json', false],
    ['application/json;charset=utf-8', 'json', false],
    ['Application/JSON; stream=watch', 'json', true],
    ['application/json;stream="watch"', 'json', true],
    ['application/vnd.kubernetes.protobuf', 'protobuf', false],
    ['application/vnd.kubernetes.protobuf;stream=watch', 'protobuf', true],
    ['application/vnd.kubernetes.protobuf;as=PartialObjectMetadata;g=meta.k8s.io;v=v1', 'protobuf', false],
    ['text/plain; charset=utf-8', 'other', false],
    ['text/html', 'other', false],
    ['application/yaml', 'other', false],
    ['application/json-patch+json', 'other', false],
    [undefined, 'other', false],
    ['', 'other', false],
    [';;;', 'other', false],
  ])('%s is %s', (header, format, isWatch) => {
    expect(parseContentType(header)).toMatchObject({ format, isWatch });
  });
});

describe('acceptHeader', () => {
  it('asks for protobuf, and for JSON where there is none', () => {
    expect(acceptHeader()).toBe('application/vnd.kubernetes.protobuf,application/json');
  });

  it('asks for JSON alone where the fields are not known', () => {
    expect(acceptHeader({ protobuf: false })).toBe('application/json');
  });

  it('asks for the metadata alone, and takes the whole object from a server that cannot', () => {
    expect(acceptHeader({ as: 'PartialObjectMetadataList' })).toBe(
      'application/vnd.kubernetes.protobuf;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,' +
        'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json',
    );
  });
});
