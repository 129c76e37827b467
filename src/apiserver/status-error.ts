import type { Status, StatusCause } from '../errors/index.js';
import type { FieldError } from './field-error.js';

type Details = NonNullable<Status['details']>;

/** An answer other than the object: thrown anywhere in the server, sent by the HTTP part as it is. */
export class StatusError extends Error {
  readonly status: Status & { readonly code: number };
  readonly headers: Readonly<Record<string, string>>;
  /** Sent along as `Warning` headers. */
  readonly warnings: readonly string[];

  constructor(
    code: number,
    reason: string,
    message: string,
    options: {
      details?: Details;
      headers?: Readonly<Record<string, string>>;
      warnings?: readonly string[];
      /** Of the Status itself: the token to go on with, where a list cannot. */
      metadata?: { readonly continue: string };
    } = {},
  ) {
    super(message);
    this.name = 'StatusError';
    this.headers = options.headers ?? {};
    this.warnings = options.warnings ?? [];
    this.status = {
      kind: 'Status',
      apiVersion: 'v1',
      ...(options.metadata === undefined ? {} : { metadata: options.metadata }),
      status: 'Failure',
      message,
      ...(reason === '' ? {} : { reason }),
      ...(options.details === undefined ? {} : { details: options.details }),
      code,
    };
  }
}

/** What an error is about: `details` has its group, its resource (or kind, in Invalid) and the name. */
export interface Subject {
  readonly group: string;
  readonly resource: string;
  readonly kind: string;
  readonly groupResource: string;
}

const detailsOf = (group: string, kind: string, name: string): Details => ({
  ...(name === '' ? {} : { name }),
  ...(group === '' ? {} : { group }),
  ...(kind === '' ? {} : { kind }),
});

const named = (subject: Subject, name: string): Details => detailsOf(subject.group, subject.resource, name);

export const badRequest = (message: string): StatusError => new StatusError(400, 'BadRequest', message);

export const notFoundError = (subject: Subject, name: string): StatusError =>
  new StatusError(404, 'NotFound', `${subject.groupResource} ${JSON.stringify(name)} not found`, {
    details: named(subject, name),
  });

export const alreadyExists = (subject: Subject, name: string): StatusError =>
  new StatusError(409, 'AlreadyExists', `${subject.groupResource} ${JSON.stringify(name)} already exists`, {
    details: named(subject, name),
  });

export const conflict = (subject: Subject, name: string, why: string): StatusError =>
  new StatusError(
    409,
    'Conflict',
    `Operation cannot be fulfilled on ${subject.groupResource} ${JSON.stringify(name)}: ${why}`,
    { details: named(subject, name) },
  );

/** The text of a write whose resourceVersion is not the stored one. */
export const MODIFIED = 'the object has been modified; please apply your changes to the latest version and try again';

export const forbiddenError = (subject: Subject, name: string, why: string): StatusError =>
  new StatusError(
    403,
    'Forbidden',
    name === ''
      ? `${subject.groupResource} is forbidden: ${why}`
      : `${subject.groupResource} ${JSON.stringify(name)} is forbidden: ${why}`,
    { details: named(subject, name) },
  );

/** 422 with a cause for each failed rule. */
export function invalidError(subject: Subject, name: string, errors: readonly FieldError[]): StatusError {
  const causes: StatusCause[] = errors.map(({ type, field, text }) => ({ reason: type, message: text, field }));
  const texts = [...new Set(errors.map(({ field, text }) => `${field}: ${text}`))];
  const all = texts.length === 1 ? (texts[0] as string) : `[${texts.join(', ')}]`;
  const kind = subject.group === '' ? subject.kind : `${subject.kind}.${subject.group}`;
  return new StatusError(422, 'Invalid', `${kind} ${JSON.stringify(name)} is invalid: ${all}`, {
    details: { ...detailsOf(subject.group, subject.kind, name), causes },
  });
}

export const methodNotAllowed = (subject: Subject, action: string): StatusError =>
  new StatusError(
    405,
    'MethodNotAllowed',
    `${action} is not supported on resources of kind "${subject.groupResource}"`,
    {
      details: named(subject, ''),
    },
  );

/** The 410 of versions and continue tokens that history no longer has. */
export const expired = (message: string): StatusError => new StatusError(410, 'Expired', message);
