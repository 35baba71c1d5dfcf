import type { SessionClient } from './storage.ts'

type ClientName = Pick<SessionClient, 'code' | 'name'>

/** 'Acme Retail (ACME)'. */
export const clientTitle = ({ code, name }: ClientName) => `${name} (${code})`

/** Options for a Select of clients. */
export const clientOptions = (clients: readonly ClientName[]) =>
  clients.map((client) => ({ value: client.code, label: clientTitle(client) }))
