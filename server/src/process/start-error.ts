/** A reason for not starting that the person at the terminal can act on: its message is shown alone, without a stack. */
export class StartError extends Error {
  override name = 'StartError'
}
