import { stringifySearch } from '../../kit/browser/search-text.ts'

const UNDER = '/setup-and-control/client-administration'

/** The address of Client List; with `client` the record of one. */
export const CLIENTS = `${UNDER}/client-list`
export const clientAddress = (code: string) => CLIENTS + stringifySearch({ client: code })
export const clientTabId = (code: string) => `client-${code}`

export const MENU_OPTIONS = `${UNDER}/client-menu-options`
export const PARAMETERS = `${UNDER}/client_specific_parameters`
