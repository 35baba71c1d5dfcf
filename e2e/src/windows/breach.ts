/** What was to be so in a window and is not, in words. */
export class Breach extends Error {
  override name = 'Breach'
}

/** Throws a Breach where something is not as it was to be. */
export function hold(isSo: boolean, text: string): asserts isSo {
  if (!isSo) throw new Breach(text)
}
