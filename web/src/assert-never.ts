/** Ends a choice between all members of a union: a new member is an error of the type checker here. */
export function assertNever(member: never): never {
  throw new Error(`No branch for ${JSON.stringify(member)}`);
}
