const underWay = new Set<Promise<unknown>>()

/** A field is still working its value out, as a SKU that is looked up after Enter: a save that is asked for meanwhile waits for it. */
export function settling<Value>(work: Promise<Value>): Promise<Value> {
  underWay.add(work)
  const end = () => void underWay.delete(work)
  work.then(end, end)
  return work
}

/** Whether any field is still working its value out. */
export const isSettling = (): boolean => underWay.size > 0

/** Resolves once no field is working its value out any more, whatever became of it. */
export async function fieldsSettled(): Promise<void> {
  while (isSettling()) await Promise.allSettled(underWay)
}
