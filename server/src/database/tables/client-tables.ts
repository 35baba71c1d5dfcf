import type { Generated, JSONColumnType } from 'kysely'

/** The tables of what is agreed with a client. */
export type ClientTables = {
  client_settings: {
    client_code: string
    /** Those that someone has set: domain/src/clients/client-settings. */
    settings: JSONColumnType<Record<string, unknown>, string, string>
    version: Generated<number>
  }
}
