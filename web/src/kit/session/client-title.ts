import type { SessionClient } from './storage.ts'

type Named = Pick<SessionClient, 'code' | 'name'>

/** 'Acme Retail (ACME)'. */
export const clientTitle = ({ code, name }: Named) => `${name} (${code})`

/** Clients to choose from, by their titles. */
export const clientOptions = (clients: readonly Named[]) =>
  clients.map((client) => ({ value: client.code, label: clientTitle(client) }))
