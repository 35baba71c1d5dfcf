/** An expectation about a window that failed, in words. */
export class Breach extends Error {
  override name = 'Breach'
}

/** Throws a Breach with this text unless the expectation is met. */
export function assert(isSo: boolean, text: string): asserts isSo {
  if (!isSo) throw new Breach(text)
}
