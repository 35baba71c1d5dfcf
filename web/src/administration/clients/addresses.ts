import { screenAddress } from '../../kit/navigation/screen-address.ts'

type OfClient = { readonly client: string }

const UNDER = '/setup-and-control/client-administration'

/** The address of Client List; with `client`, of one record. */
export const CLIENTS = `${UNDER}/client-list`
export const clientAddress = (code: string) => screenAddress<OfClient>(CLIENTS)({ client: code })
export const clientTabId = (code: string) => `client-${code}`

export const MENU_OPTIONS = `${UNDER}/client-menu-options`
export const PARAMETERS = `${UNDER}/client_specific_parameters`
export const menuOptionsAddress = screenAddress<OfClient>(MENU_OPTIONS)
export const parametersAddress = screenAddress<OfClient>(PARAMETERS)
