let chosen: string | undefined

/** Notes that a client was chosen on a screen that asked for one. */
export function noteChosenHere(client: string): void {
  chosen = client
}

/** Whether a client was, asked once: the screen is set up again for another client, and goes on where the user is. */
export function takeChosenHere(client: string): boolean {
  const wasChosen = chosen === client
  chosen = undefined
  return wasChosen
}
