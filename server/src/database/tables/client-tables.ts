import type { Generated, JSONColumnType } from 'kysely'

/** The tables of clients' settings. */
export type ClientTables = {
  client_settings: {
    client_code: string
    /** Only settings that have been set: domain/src/clients/client-settings. */
    settings: JSONColumnType<Record<string, unknown>, string, string>
    version: Generated<number>
  }
}
