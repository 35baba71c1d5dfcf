/**
 * The settings of a client beyond the specification's four flags. To add one, add it here: the contract's shape, the
 * screen, the audit and the server follow from this table. Settings are stored as JSON, so this needs no migration.
 */
const SETTINGS = {
  showCosts: {
    section: 'visibility',
    default: false,
    title: 'Costs',
    effect: 'Carrier prices, consignment costs and cheaper carriers.',
  },
  showCapacities: {
    section: 'visibility',
    default: false,
    title: 'Capacities',
    effect: 'Carriers’ daily parcel limits and use.',
  },
  showOtherMethods: {
    section: 'visibility',
    default: false,
    title: 'Other carriers and methods',
    effect: 'Methods not chosen and why, and versions of the carrier rules.',
  },
  showStaffNames: {
    section: 'visibility',
    default: false,
    title: 'Names of staff',
    effect: 'Names of operator staff. Otherwise shown as ‘Despatch operations’.',
  },
  refuseUnmeasured: {
    section: 'releases',
    default: false,
    title: 'Refuse orders of unknown weight or size',
    effect: 'Orders with a SKU of unknown weight or size can’t be released. Otherwise a warning is shown.',
  },
  paysCarriage: {
    section: 'carriage',
    default: false,
    title: 'Carriage is paid by the client at cost',
    effect: 'Its savings are its own. Otherwise the operator pays carriage, and saves what a plan of the day saves.',
  },
  refuseShort: {
    section: 'stock',
    default: false,
    title: 'Refuse orders that are short of stock',
    effect:
      'An order created or amended in the portal is refused where it needs more than is available. Without it the order is taken.',
  },
  pickedHasLeft: {
    section: 'stock',
    default: false,
    title: 'Counts leave out what is picked',
    effect: 'Stock falls when goods are picked. Otherwise it falls when the parcel leaves.',
  },
} as const satisfies Readonly<Record<string, ClientSettingDefinition>>

type ClientSettingDefinition = {
  readonly section: ClientSettingSection
  /** The value until someone sets it. */
  readonly default: boolean
  readonly title: string
  /** The effect while it is on. */
  readonly effect: string
}

/** The sections of the screen, in order. */
export const CLIENT_SETTING_SECTIONS = [
  {
    key: 'visibility',
    title: 'Visible to client users',
    note: 'Carrier, service, promised date and reasons are always shown, without figures. Roles can show less.',
  },
  {
    key: 'releases',
    title: 'Releasing orders',
    note: 'An order without an address or a carrier is never released.',
  },
  {
    key: 'carriage',
    title: 'Carriage',
    note: 'Each client is planned within its own capacity.',
  },
  {
    key: 'stock',
    title: 'Stock',
    note: 'Counts are always imported. Reservations can’t exceed available stock.',
  },
] as const
type ClientSettingSection = (typeof CLIENT_SETTING_SECTIONS)[number]['key']

export type ClientSetting = keyof typeof SETTINGS
export type ClientSettings = Readonly<Record<ClientSetting, boolean>>

export const CLIENT_SETTINGS = Object.keys(SETTINGS) as ClientSetting[]
export const clientSettingDefinition = (setting: ClientSetting): ClientSettingDefinition => SETTINGS[setting]

export const DEFAULT_CLIENT_SETTINGS = Object.fromEntries(
  CLIENT_SETTINGS.map((setting) => [setting, SETTINGS[setting].default]),
) as ClientSettings

/** Completes stored settings with defaults, and drops unknown ones. */
export function clientSettingsFrom(stored: Readonly<Record<string, unknown>> | null | undefined): ClientSettings {
  return Object.fromEntries(
    CLIENT_SETTINGS.map((setting) => {
      const value = stored?.[setting]
      return [setting, typeof value === 'boolean' ? value : SETTINGS[setting].default]
    }),
  ) as ClientSettings
}
