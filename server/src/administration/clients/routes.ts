import { clients } from '@despatch/contract/administration/clients/clients'
import { bind } from '../../http/bind.ts'
import { calendarPreview, daysOff } from './days-off.ts'
import { clientParams, setClientParams } from './client-params.ts'
import { clientSettings, setClientSettings } from './client-settings.ts'
import { createClient } from './create-client.ts'
import { listClients } from './list-clients.ts'
import { menuOptions, setMenuOptions } from '../client-menu-options/menu-options.ts'
import { removeClients } from './remove-clients.ts'
import { updateClient } from './update-client.ts'

export const clientRoutes = bind(clients, {
  list: listClients,
  create: createClient,
  update: updateClient,
  remove: removeClients,
  calendarPreview,
  daysOff,
  menuOptions,
  setMenuOptions,
  params: clientParams,
  setParams: setClientParams,
  settings: clientSettings,
  setSettings: setClientSettings,
})
