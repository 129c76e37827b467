import type { Endpoint, EndpointSlice } from '../../generated/kinds/discovery-v1.js';
import type { Strategy } from '../contract.js';
import { duplicate, invalid, notSupported, required, tooMany } from '../field-error.js';
import type { FieldError } from '../field-error.js';
import { dnsLabel, dnsSubdomain, qualifiedName } from '../names.js';
import { validateEndpointIp } from './endpoint-address.js';
import { ipFamily, validateIp } from './ip.js';
import { checked } from './labels.js';
import type { Loose } from './loose.js';
import { as, isEmpty } from './loose.js';
import { immutable } from './workload.js';

const TYPES = ['FQDN', 'IPv4', 'IPv6'];
const PROTOCOLS = ['SCTP', 'TCP', 'UDP'];
const MAX_ENDPOINTS = 1000;
const MAX_ADDRESSES = 100;
const MAX_PORTS = 20_000;

function validateEndpoint(endpoint: Loose<Endpoint>, type: string, field: string): FieldError[] {
  const errors: FieldError[] = [];
  const addresses = endpoint.addresses ?? [];
  if (addresses.length === 0) errors.push(required(`${field}.addresses`, 'must contain at least 1 address'));
  else if (addresses.length > MAX_ADDRESSES) {
    errors.push(tooMany(`${field}.addresses`, addresses.length, MAX_ADDRESSES));
  }
  for (const [index, address] of addresses.entries()) {
    const path = `${field}.addresses[${String(index)}]`;
    if (type === 'FQDN') errors.push(...checked(path, address, dnsSubdomain));
    else if (type === 'IPv4' || type === 'IPv6') {
      const wrong = validateIp(path, address);
      errors.push(...wrong);
      if (wrong.length > 0) continue;
      // The real server names the list here, not the item.
      if (ipFamily(address) !== (type === 'IPv4' ? 4 : 6)) {
        errors.push(invalid(`${field}.addresses`, address, `must be an ${type} address`));
      }
      errors.push(...validateEndpointIp(path, address));
    }
  }
  if (endpoint.nodeName !== undefined) errors.push(...checked(`${field}.nodeName`, endpoint.nodeName, dnsSubdomain));
  if (endpoint.hostname !== undefined) errors.push(...checked(`${field}.hostname`, endpoint.hostname, dnsLabel));
  return errors;
}

/** The rules of endpoint slices. */
export const endpointSliceStrategy: Strategy = {
  generation: true,
  default(object) {
    for (const port of as<EndpointSlice>(object).ports ?? []) {
      port.name ??= '';
      port.protocol ??= 'TCP';
    }
  },
  validate(object) {
    const { addressType = '', endpoints, ports } = as<EndpointSlice>(object);
    const errors: FieldError[] = [];
    if (addressType === '') errors.push(required('addressType'));
    else if (!TYPES.includes(addressType)) errors.push(notSupported('addressType', addressType, TYPES));
    if ((ports ?? []).length > MAX_PORTS) errors.push(tooMany('ports', (ports ?? []).length, MAX_PORTS));
    const names = new Set<string>();
    for (const [index, { name = '', protocol, appProtocol }] of (ports ?? []).entries()) {
      const path = `ports[${String(index)}]`;
      if (name !== '') errors.push(...checked(`${path}.name`, name, dnsLabel));
      if (names.has(name)) errors.push(duplicate(`${path}.name`, name));
      names.add(name);
      if (isEmpty(protocol)) errors.push(required(`${path}.protocol`));
      else if (!PROTOCOLS.includes(protocol)) errors.push(notSupported(`${path}.protocol`, protocol, PROTOCOLS));
      if (appProtocol !== undefined) errors.push(...checked(`${path}.appProtocol`, appProtocol, qualifiedName));
    }
    const count = (endpoints ?? []).length;
    if (count > MAX_ENDPOINTS) return [...errors, tooMany('endpoints', count, MAX_ENDPOINTS)];
    for (const [index, endpoint] of (endpoints ?? []).entries()) {
      errors.push(...validateEndpoint(endpoint, addressType, `endpoints[${String(index)}]`));
    }
    return errors;
  },
  validateUpdate: (object, old) => immutable(object.addressType, old.addressType, 'addressType'),
};
