let chosen: string | undefined

/** Remembers that the user selected a client on a screen that asked for one. */
export function rememberClientChoice(client: string): void {
  chosen = client
}

/**
 * Whether the client was selected on this screen; true only once. The screen is rendered again for the client and then
 * moves the focus to its first field.
 */
export function consumeClientChoice(client: string): boolean {
  const wasChosen = chosen === client
  chosen = undefined
  return wasChosen
}
