import type { EndpointAddress, EndpointPort, Endpoints } from '../../generated/kinds/core-v1.js';
import type { Strategy } from '../contract.js';
import { invalid, notSupported, required } from '../field-error.js';
import type { FieldError } from '../field-error.js';
import { dnsLabel, dnsSubdomain, portNumber, qualifiedName } from '../names.js';
import { validateEndpointIp } from './endpoint-address.js';
import { validateIp } from './ip.js';
import { checked } from './labels.js';
import type { Loose } from './loose.js';
import { as, isEmpty, fill } from './loose.js';

const PROTOCOLS = ['SCTP', 'TCP', 'UDP'];

function validateAddress({ ip = '', hostname, nodeName }: Loose<EndpointAddress>, field: string): FieldError[] {
  return [
    ...validateIp(`${field}.ip`, ip),
    ...(isEmpty(hostname) ? [] : checked(`${field}.hostname`, hostname, dnsLabel)),
    ...(nodeName === undefined ? [] : checked(`${field}.nodeName`, nodeName, dnsSubdomain)),
    ...validateEndpointIp(`${field}.ip`, ip),
  ];
}

function validateEndpointPort(port: Loose<EndpointPort>, needsName: boolean, field: string): FieldError[] {
  const errors: FieldError[] = [];
  if (!isEmpty(port.name)) errors.push(...checked(`${field}.name`, port.name, dnsLabel));
  else if (needsName) errors.push(required(`${field}.name`));
  const number = port.port ?? 0;
  for (const detail of portNumber(number)) errors.push(invalid(`${field}.port`, number, detail));
  if (isEmpty(port.protocol)) errors.push(required(`${field}.protocol`));
  else if (!PROTOCOLS.includes(port.protocol)) {
    errors.push(notSupported(`${field}.protocol`, port.protocol, PROTOCOLS));
  }
  if (port.appProtocol !== undefined) {
    errors.push(...checked(`${field}.appProtocol`, port.appProtocol, qualifiedName));
  }
  return errors;
}

/** The rules of Endpoints. */
export const endpointsStrategy: Strategy = {
  createOnUpdate: true,
  admit(_object, _old, context) {
    context.warn('v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice');
  },
  default(object) {
    for (const { ports } of as<Endpoints>(object).subsets ?? []) {
      for (const port of ports ?? []) fill(port, 'protocol', 'TCP');
    }
  },
  validate(object) {
    return (as<Endpoints>(object).subsets ?? []).flatMap(({ addresses, notReadyAddresses, ports }, index) => {
      const path = `subsets[${String(index)}]`;
      const all = [...(addresses ?? []), ...(notReadyAddresses ?? [])];
      const list = (name: string, items: readonly Loose<EndpointAddress>[] | undefined): FieldError[] =>
        (items ?? []).flatMap((item, at) => validateAddress(item, `${path}.${name}[${String(at)}]`));
      return [
        ...(all.length === 0 ? [required(path, 'must specify `addresses` or `notReadyAddresses`')] : []),
        ...list('addresses', addresses),
        ...list('notReadyAddresses', notReadyAddresses),
        ...(ports ?? []).flatMap((port, at) =>
          validateEndpointPort(port, (ports ?? []).length > 1, `${path}.ports[${String(at)}]`),
        ),
      ];
    });
  },
};
