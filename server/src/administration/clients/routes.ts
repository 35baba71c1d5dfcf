import { clients } from '@despatch/contract/administration/clients/clients'
import { bind } from '../../http/bind.ts'
import { previewCalendar, listDaysOff } from './days-off.ts'
import { readClientParams, setClientParams } from './client-params.ts'
import { readClientSettings, setClientSettings } from './client-settings.ts'
import { createClient } from './create-client.ts'
import { listClients } from './list-clients.ts'
import { readMenuOptions, setMenuOptions } from '../client-menu-options/menu-options.ts'
import { removeClients } from './remove-clients.ts'
import { updateClient } from './update-client.ts'

export const clientRoutes = bind(clients, {
  list: listClients,
  create: createClient,
  update: updateClient,
  remove: removeClients,
  calendarPreview: previewCalendar,
  daysOff: listDaysOff,
  menuOptions: readMenuOptions,
  setMenuOptions,
  params: readClientParams,
  setParams: setClientParams,
  settings: readClientSettings,
  setSettings: setClientSettings,
})
