type Finish = () => Promise<void>;

const tasks = new Set<Finish>();

/** Registers work that needs the session. Signing out waits for it. Returns a function that ends the registration. */
export function beforeSignOut(finish: Finish): () => void {
  tasks.add(finish);
  return () => tasks.delete(finish);
}

export const finishBeforeSignOut = () => Promise.allSettled([...tasks].map((finish) => finish()));
