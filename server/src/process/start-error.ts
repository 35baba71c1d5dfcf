/** A reason not to start that the person at the terminal can act on. Only the message is shown, without a stack. */
export class StartError extends Error {
  override name = 'StartError'
}

/** A setting that cannot be used. The message is one line that says what to write instead. */
export class ConfigError extends StartError {
  override name = 'ConfigError'
}
