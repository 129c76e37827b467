/** A time as Kubernetes writes all but MicroTime: RFC 3339, whole seconds, UTC. */
export const timestamp = (milliseconds: number): string => `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
